// The second unit of first.cpp.
#include "device_globals.hpp"

SYCL_EXTERNAL void add(int by) { counter = counter + by; }

void add_in_second(sycl::queue &q, int to_own) {
  q.single_task([=] {
    add(2);
    pair[0] += 2;
    own = own + to_own;
  }).wait();
}

int own_of_second(sycl::queue &q) {
  int value = 0;
  q.copy(own, &value).wait();
  return value;
}

constexpr sycl::specialization_id<int> width(1), height(7);

int constants_of_second(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(1, q);
  q.submit([&](sycl::handler &h) {
    h.single_task([=](sycl::kernel_handler kernel) {
      *out = 10 * kernel.get_specialization_constant<width>() + kernel.get_specialization_constant<height>();
    });
  }).wait();
  int value = *out;
  sycl::free(out, q);
  return value;
}
