// Variables of devices that kernels share (sycl_ext_oneapi_device_global), and the group of all items of a launch.
#include <sycl/sycl.hpp>
#include <numeric>
#include <string>
#include "check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
struct point { int x; float y; };

experimental::device_global<int> counter;
static experimental::device_global<int[4]> table{3, 1, 4};
inline experimental::device_global<float> scale(2.5f);
static experimental::device_global<const int> constant{42};
namespace {
experimental::device_global<point> place{7, 0.5f};
experimental::device_global<int *> address;
}
static_assert(std::is_same_v<decltype(table)::type, int> && !std::is_copy_constructible_v<decltype(counter)>);

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(64, q);
  q.single_task([=] {
    counter = 5;
    counter += 2;
    table[3] = 9;
    place.get().x += 1;
    address = out + 8;
  }).wait();
  // Another kernel sees what the first has written.
  q.single_task([=] {
    out[0] = counter, out[1] = table[0] + table[2] + table[3], out[2] = static_cast<int>(scale * 2), out[3] = constant;
    out[4] = place.get().x, out[5] = place.get().y == 0.5f;
    *address = 11;
    address[1] = 12;
    out[6] = counter.get_multi_ptr<sycl::access::decorated::no>()[0];
  }).wait();
  CHECK(out[0] == 7 && out[1] == 16 && out[2] == 5 && out[3] == 42 && out[4] == 8 && out[5] && out[6] == 7 && out[8] == 11 && out[9] == 12);
  // Written by many.
  q.parallel_for(sycl::range<1>(100), [=](sycl::id<1>) {
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(counter.get()).fetch_add(1);
  }).wait();
  q.single_task([=] { out[0] = counter; }).wait();
  CHECK(out[0] == 107);
  q.parallel_for(sycl::nd_range<2>({4, 6}, {2, 3}), [=](sycl::nd_item<2> it) {
    auto root = it.ext_oneapi_get_root_group();
    out[it.get_global_linear_id()] = root.get_local_linear_id() == it.get_global_linear_id() && root.get_local_range() == sycl::range<2>(4, 6) &&
                                     root.get_group_linear_range() == 1 && root.leader() == (it.get_global_linear_id() == 0) &&
                                     experimental::this_kernel::get_root_group<2>().get_local_id() == it.get_global_id();
  }).wait();
  CHECK(std::accumulate(out, out + 24, 0) == 24);
  sycl::free(out, q);
  return result();
}
