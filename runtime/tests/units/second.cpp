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
