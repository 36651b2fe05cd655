// The first unit: passes queues, events, buffers and USM between all parts of the program, from two threads.
#include "parts.hpp"

#include "../check.hpp"
#include <thread>
#include <vector>

// All parts add to what two of them have made.
static void pass_on(sycl::queue &queue, Numbers buffer, int *memory) {
  const std::size_t size = buffer.size();
  queue.submit([&](sycl::handler &h) {
    sycl::accessor numbers(buffer, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::range<1>(size), [=](sycl::id<1> i) { numbers[i] = int(i); });
  });
  sycl::event last = queue.fill(memory, 0, size);
  for (int round = 0; round < 3; ++round) {
    last = add<1>(queue, buffer, memory, last);
    last = add_second(queue, buffer, memory, last);
    last = add_static(queue, buffer, memory, last);
    last = add_shared(queue, buffer, memory, last);
  }
  std::vector<int> copy(size);
  queue.memcpy(copy.data(), memory, size * sizeof(int), last).wait();
  sycl::host_accessor numbers(buffer, sycl::read_only);
  bool is_right = true;
  for (std::size_t i = 0; i < size; ++i) {
    int value = int(i), sum = 0;
    for (int round = 0; round < 3; ++round)
      for (int more : {1, 10, 100, 1000}) sum += value += more;
    is_right = is_right && numbers[i] == value && copy[i] == sum;
  }
  CHECK(is_right);
}

int main() {
  sycl::queue own, shared = queue_of_shared();
  constexpr std::size_t size = 5000;
  int *first = memory_of_second(size, own), *second = memory_of_shared(size, shared);
  std::thread thread([&] { pass_on(shared, buffer_of_static(size), second); });
  pass_on(own, Numbers(sycl::range<1>(size)), first);
  thread.join();
  CHECK(sycl::get_pointer_type(second, shared.get_context()) == sycl::usm::alloc::device);
  sycl::free(first, own);
  sycl::free(second, shared);
  return result();
}
