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

// Another kernel than that of the first unit's function of this name.
static int constants(sycl::queue &q, int sum) {
  int *out = sycl::malloc_shared<int>(1, q);
  q.submit([&](sycl::handler &h) {
    h.single_task([=](sycl::kernel_handler kernel) {
      *out = sum + 10 * kernel.get_specialization_constant<width>() + kernel.get_specialization_constant<height>();
    });
  }).wait();
  int value = *out;
  sycl::free(out, q);
  return value;
}
int constants_of_second(sycl::queue &q) { return constants(q, 100); }

namespace {
int in_unnamed(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(1, q);
  struct Kernel {
    int *out;
    void operator()() const { *out = 2; }
  };
  const sycl::kernel_id id = sycl::get_kernel_id<Kernel>();
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context(), {id});
  q.single_task(Kernel{out}).wait();
  int value = bundle.has_kernel<Kernel>() ? *out : 0;
  sycl::free(out, q);
  return value;
}
}
int unnamed_of_second(sycl::queue &q) { return in_unnamed(q); }
