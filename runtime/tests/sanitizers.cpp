// Mistakes in kernels, each made if the argument names it. scripts/check-sycl compiles this with the sanitizers too.
#include <sycl/sycl.hpp>

#include "check.hpp"
#include <cstring>

int main(int count, char **arguments) {
  const auto asked = [&](const char *name) { return count > 1 && std::strcmp(arguments[1], name) == 0; };
  const std::size_t overrun = asked("address"), index = asked("undefined") ? 4 : 0;
  const bool races = asked("thread");
  sycl::queue q;
  constexpr std::size_t size = 1 << 18;
  int *memory = sycl::malloc_shared<int>(size, q);
  q.parallel_for(sycl::range<1>(size), [=](sycl::id<1> i) {
    memory[i + overrun] = 1; // address
  }).wait();
  q.parallel_for(sycl::range<1>(size), [=](sycl::id<1> i) {
    const int table[4] = {1, 2, 3, 4};
    if (i == 7) memory[i] = table[(memory[i] & 3) + index] - 1; // undefined
  }).wait();
  // Often, since a thread may come too late for a launch.
  for (int round = 0; round < (races ? 20 : 1); ++round)
    q.parallel_for(sycl::nd_range<1>(size, 64), [=](sycl::nd_item<1> i) {
      sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(memory[1]) += 1;
      if (races) memory[0] += memory[i.get_global_id(0)]; // thread
    }).wait();
  CHECK(memory[7] == 1);
  CHECK(memory[1] == (races ? 20 : 1) * int(size) + 1);
  sycl::free(memory, q);
  return result();
}
