// A matrix product with buffers: the runtime orders the commands by what they access, and writes the result back.
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  constexpr std::size_t size = 256;
  std::vector<float> a(size * size), b(size * size), c(size * size);
  for (std::size_t i = 0; i < size * size; ++i) a[i] = i % 7, b[i] = i % 5;

  sycl::queue queue;
  std::printf("on %s\n", queue.get_device().get_info<sycl::info::device::name>().c_str());
  {
    sycl::range<2> whole(size, size);
    sycl::buffer buffer_a(a.data(), whole), buffer_b(b.data(), whole), buffer_c(c.data(), whole);
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor in_a(buffer_a, handler, sycl::read_only);
      sycl::accessor in_b(buffer_b, handler, sycl::read_only);
      sycl::accessor out(buffer_c, handler, sycl::write_only, sycl::no_init);
      handler.parallel_for(whole, [=](sycl::id<2> at) {
        float sum = 0;
        for (std::size_t k = 0; k < size; ++k) sum += in_a[at[0]][k] * in_b[k][at[1]];
        out[at] = sum;
      });
    });
  } // the buffers wait for the command

  int wrong = 0;
  for (std::size_t row = 0; row < size; ++row)
    for (std::size_t column = 0; column < size; ++column) {
      float sum = 0;
      for (std::size_t k = 0; k < size; ++k) sum += a[row * size + k] * b[k * size + column];
      wrong += c[row * size + column] != sum;
    }
  std::printf("%d of %zu are wrong\n", wrong, c.size());
  return wrong != 0;
}
