// Squares of numbers in memory that the host and the device share.
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  float *x = sycl::malloc_shared<float>(1024, queue);
  queue.parallel_for(1024, [=](sycl::id<1> i) { x[i] = float(i) * i; }).wait();
  std::printf("%g\n", x[31]);
  sycl::free(x, queue);
}
