// Launches of empty kernels and small command groups: nanoseconds of each, a line `NAME NUMBER` for each kind. Compiled
// without SYCL it measures parallel regions of OpenMP, the least that a processor's threads can do together.
#include <chrono>
#include <cstdio>
#ifdef SYCL_LANGUAGE_VERSION
#include <sycl/sycl.hpp>
#endif

template <class Function> void measure(const char *name, int count, Function &&run) {
  run(count / 10 + 1); // the first ones load code and start threads
  const auto start = std::chrono::steady_clock::now();
  run(count);
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
  std::printf("%s %.0f\n", name, time.count() / count);
}

int main() {
  constexpr int count = 100'000;
#ifdef SYCL_LANGUAGE_VERSION
  sycl::queue queue, ordered{sycl::property::queue::in_order{}};
  measure("launch_and_wait", count, [&](int n) {
    for (int i = 0; i < n; ++i)
      queue.single_task([] {}).wait();
  });
  measure("launch_in_order", count, [&](int n) {
    for (int i = 0; i < n; ++i)
      ordered.single_task([] {});
    ordered.wait();
  });
  sycl::buffer<int> numbers{sycl::range{64}};
  measure("buffer_group", 10'000, [&](int n) {
    for (int i = 0; i < n; ++i)
      queue.submit([&](sycl::handler &handler) {
        const sycl::accessor number{numbers, handler, sycl::read_write};
        handler.parallel_for(numbers.get_range(), [=](sycl::id<1> id) { number[id] += 1; });
      });
    queue.wait();
  });
#else
  measure("parallel_region", count, [&](int n) {
    for (int i = 0; i < n; ++i) {
#pragma omp parallel
      {
        asm volatile("");
      }
    }
  });
#endif
}
