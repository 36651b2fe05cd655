// Device globals, specialization constants and kernels of two units: those with external linkage are one, those with
// internal linkage two, also where their names and defaults are the same.
#include "../check.hpp"
#include "device_globals.hpp"

device_global<int> counter{5};

constexpr sycl::specialization_id<int> width(1), height(2);

// Values of the constants of this unit in a kernel, if one of them is set.
static int constants(sycl::queue &q, int set_width) {
  int *out = sycl::malloc_shared<int>(1, q);
  q.submit([&](sycl::handler &h) {
    h.set_specialization_constant<width>(set_width);
    h.single_task([=](sycl::kernel_handler kernel) {
      *out = 10 * kernel.get_specialization_constant<width>() + kernel.get_specialization_constant<height>();
    });
  }).wait();
  int value = *out;
  sycl::free(out, q);
  return value;
}

namespace {
int in_unnamed(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(1, q);
  q.single_task<class Named>([=] { *out = 1; }).wait();
  int value = *out;
  sycl::free(out, q);
  return value;
}
}

int main() {
  sycl::queue q;
  q.single_task([] {
    counter = counter + 1;
    pair[0] += 1;
    own = own + 10;
  }).wait();
  add_in_second(q, 100);
  int pairs[2] = {}, value = 0, mine = 0;
  q.copy(pair, pairs).wait();
  q.copy(counter, &value).wait();
  q.copy(own, &mine).wait();
  CHECK(pairs[0] == 13 && pairs[1] == 20);
  CHECK(value == 8);
  CHECK(mine == 11);
  CHECK(own_of_second(q) == 101);
  CHECK(constants(q, 9) == 92);
  CHECK(constants_of_second(q) == 117);
  CHECK(constants(q, 3) == 32);
  CHECK(in_unnamed(q) == 1 && unnamed_of_second(q) == 2);
  return result();
}
