#include <cstdio>
#include <sycl_passes.hpp>

int main() {
  sycl::queue queue;
  float *x = sycl::malloc_shared<float>(1024, queue);
  syp::parallel_for<class Squares>(queue, 1024, [=](syp::item<1> i) { x[i] = float(i) * i; }).wait();
  std::printf("%g\n", x[31]);
  sycl::free(x, queue);
}
