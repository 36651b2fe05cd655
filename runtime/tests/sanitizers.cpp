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
  // The host writes what a kernel has read, and frees what it has written.
  for (int round = 0; round < 100; ++round) {
    sycl::buffer<int> from(sycl::range<1>(2)), to(sycl::range<1>(2));
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(from, h, sycl::write_only);
      h.single_task([=] { out[1] = 7; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor in(from, h, sycl::read_only);
      sycl::accessor out(to, h, sycl::write_only);
      h.parallel_for(sycl::range<1>(2), [=](sycl::id<1> i) { out[i] = in[1]; });
    });
    const int read = sycl::host_accessor(from, sycl::read_only)[1];
    sycl::host_accessor written(from);
    written[1] = read + 1;
    CHECK(written[1] == 8);
  }
  return result();
}
