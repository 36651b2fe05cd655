// Interface between the parts of one program: two units (main.cpp, second.cpp), a static library (static.cpp) and a
// shared one (shared.cpp). scripts/check-sycl puts them together.
#pragma once
#include <sycl/sycl.hpp>

using Numbers = sycl::buffer<int>;

// Each adds a number of its own to all elements of a buffer and of USM, on a queue of the caller's.
sycl::event add_second(sycl::queue &queue, Numbers &buffer, int *memory, const sycl::event &after);
sycl::event add_static(sycl::queue &queue, Numbers &buffer, int *memory, const sycl::event &after);
sycl::event add_shared(sycl::queue &queue, Numbers &buffer, int *memory, const sycl::event &after);

// Each gives the caller what it has made.
int *memory_of_second(std::size_t size, const sycl::queue &queue);
Numbers buffer_of_static(std::size_t size);
sycl::queue queue_of_shared();
int *memory_of_shared(std::size_t size, const sycl::queue &queue);

// Adds to both, the buffer on one command and USM on the next one.
template<int Value> sycl::event add(sycl::queue &queue, Numbers &buffer, int *memory, const sycl::event &after) {
  const std::size_t size = buffer.size();
  sycl::event first = queue.submit([&](sycl::handler &h) {
    h.depends_on(after);
    sycl::accessor numbers(buffer, h);
    h.parallel_for(sycl::range<1>(size), [=](sycl::id<1> i) { numbers[i] += Value; });
  });
  return queue.submit([&](sycl::handler &h) {
    h.depends_on(first);
    sycl::accessor numbers(buffer, h, sycl::read_only);
    h.parallel_for(sycl::range<1>(size), [=](sycl::id<1> i) { memory[i] += numbers[i]; });
  });
}
