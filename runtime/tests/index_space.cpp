// Ranges, ids and items (section 4.9.1): operators, conversions, what kernels are given.
#include "check.hpp"
#include <string>
#include <sycl/sycl.hpp>

using namespace sycl;

static_assert(std::is_trivially_copyable_v<id<3>> && std::is_trivially_copyable_v<range<2>> &&
    std::is_trivially_copyable_v<item<1>>);
static_assert(range<3>(2, 3, 4).size() == 24 && (id<2>(1, 2) + id<2>(3, 4)) == id<2>(4, 6) && id<1>(3) * 4 == 12);
static_assert(std::is_same_v<decltype(range(1, 2)), range<2>> && std::is_same_v<decltype(id(1, 2, 3)), id<3>>);
static_assert(!std::is_default_constructible_v<item<1>> && std::is_convertible_v<id<1>, std::size_t>);

template <int Dimensions, class Range> static void check_items(queue q, Range over, Range local) {
  std::size_t count = over.size();
  int *bad = malloc_shared<int>(1, q);
  int *seen = malloc_shared<int>(count, q);
  *bad = 0;
  for (std::size_t i = 0; i < count; ++i) seen[i] = 0;
  q.parallel_for(nd_range<Dimensions>(over, local), [=](nd_item<Dimensions> it) {
    std::size_t linear = 0;
    bool is_right = it.get_global_range() == over && it.get_local_range() == local &&
        it.get_group_range() == over / local;
    for (int d = 0; d < Dimensions; ++d) {
      linear = linear * over[d] + it.get_global_id(d);
      is_right &= it.get_global_id(d) == it.get_group(d) * local[d] + it.get_local_id(d);
    }
    group<Dimensions> g = it.get_group();
    is_right &= linear == it.get_global_linear_id() && g.get_group_id() == it.get_group().get_id() &&
                g.get_local_linear_range() == local.size() && (g.leader() == (it.get_local_linear_id() == 0));
    seen[linear] += is_right;
  }).wait();
  q.parallel_for(over, [=](item<Dimensions> it) {
    if (it.get_range() != over || it.get_linear_id() >= over.size()) *bad = 1;
    seen[it.get_linear_id()] += 2;
  }).wait();
  for (std::size_t i = 0; i < count; ++i) CHECK(seen[i] == 3);
  CHECK(*bad == 0);
  free(seen, q), free(bad, q);
}

struct without_offset {
  int *data;
  void operator()(item<1, false> i) const { data[i[0]] = static_cast<int>(i.get_linear_id()) + 40; }
};
static_assert(!std::is_default_constructible_v<item<1>> && !std::is_default_constructible_v<nd_item<2>> &&
              !std::is_default_constructible_v<group<3>>);

int main() {
  queue q;
  check_items<1>(q, range<1>(96), range<1>(8));
  check_items<2>(q, range<2>(12, 6), range<2>(3, 2));
  check_items<3>(q, range<3>(4, 6, 10), range<3>(2, 3, 5));
  check_items<1>(q, range<1>(997), range<1>(1)); // prime: rounded up behind a test
  int *data = malloc_shared<int>(16, q);
  // Numbers, braces, and what a function takes.
  q.parallel_for(16, [=](auto i) { data[i] = static_cast<int>(i); }).wait();
  CHECK(data[15] == 15);
  q.parallel_for({4, 4}, [=](id<2> i) { data[i[0] * 4 + i[1]] = static_cast<int>(i[1]); }).wait();
  CHECK(data[6] == 2);
  q.parallel_for(range<1>{16}, [=](std::size_t i) { data[i] = 7; }).wait();
  CHECK(data[3] == 7);
  q.parallel_for(range<1>(16), [=](int i) { data[i] = i % 3; }).wait();
  CHECK(data[5] == 2);
  q.parallel_for(range<1>(16), without_offset{data}).wait();
  CHECK(data[0] == 40 && data[15] == 55);
  q.parallel_for(range<1>(16), [=](id<1> i, kernel_handler) {
     data[i] = i % 4 == 0 && i < 8 ? 1 : static_cast<int>(i) + 1;
   }).wait();
  CHECK(data[4] == 1 && data[8] == 9 && data[15] == 16);
  q.submit([&](handler &h) { h.parallel_for(range<1>(4), id<1>(8), [=](item<1> i) { data[i] = 100; }); }).wait();
  CHECK(data[8] == 100 && data[11] == 100 && data[12] == 13 && data[7] == 8);
  q.parallel_for(range<1>(0), [=](id<1>) { data[0] = 5; }).wait();
  CHECK(data[0] == 1);
  q.parallel_for(16, [=](id<1> i) { data[i] = static_cast<int>(0.5f * i + i / 2.0 + i * 1u); }).wait();
  CHECK(data[10] == 20 && range<1>(3.7f)[0] == 3);
  id<2> a(3, 4);
  a += id<2>(1, 1);
  ++a;
  CHECK(a == id<2>(5, 6) && a % 4 == id<2>(1, 2) && -id<1>(1) + 2 == 1 && (id<2>(1, 5) < id<2>(2, 3)) == id<2>(1, 0));
  nd_range<2> space(range<2>(8, 8), range<2>(2, 4));
  CHECK(space.get_group_range() == range<2>(4, 2) && space == nd_range<2>({8, 8}, {2, 4}));
  // The host finds what a kernel has kept, and has no work-items.
  const std::byte kept[sizeof(group<1>)] = {};
  const auto &found = reinterpret_cast<const group<1> &>(kept);
  CHECK_THROWS(errc::invalid, "for device code was called on the host", found.get_group_id());
  free(data, q);
  return result();
}
