// Reductions (section 4.9.2): over pointers and buffers, ranges and nd_ranges, with and without known identities.
#include "check.hpp"
#include <string>
#include <vector>
#include <sycl/sycl.hpp>

using namespace sycl;

struct pair {
  float value;
  int at;
};

template <class T> static void sums(queue q) {
  constexpr int size = 1000;
  T *data = malloc_shared<T>(size, q), *sum = malloc_shared<T>(2, q);
  T expected = T(0), most = T(0);
  for (int i = 0; i < size; ++i) data[i] = T(i % 17), expected += data[i], most = data[i] > most ? data[i] : most;
  sum[0] = T(5), sum[1] = T(0);
  q.parallel_for(range<1>(size), reduction(sum, plus<T>()), reduction(sum + 1, maximum<T>()), [=](id<1> i, auto &s,
      auto &m) {
    s += data[i];
    m.combine(data[i]);
  }).wait();
  CHECK(sum[0] == T(expected + T(5)) && sum[1] == most);
  q.parallel_for(nd_range<1>(size, 50),
                 reduction(sum, plus<T>(), property_list{property::reduction::initialize_to_identity()}),
                 [=](nd_item<1> i, auto &s) { s += data[i.get_global_id(0)]; }).wait();
  CHECK(sum[0] == expected);
  free(data, q), free(sum, q);
}

static void over_buffers(queue q) {
  buffer<int> data{range<1>(256)}, sum{range<1>(1)};
  q.submit([&](handler &h) {
    accessor a(data, h, write_only);
    h.parallel_for(range<1>(256), [=](id<1> i) { a[i] = static_cast<int>(i); });
  });
  sum.get_host_access()[0] = 1000;
  q.submit([&](handler &h) {
    accessor a(data, h, read_only);
    h.parallel_for(range<1>(256), reduction(sum, h, plus<>()), [=](id<1> i, auto &s) { s += a[i]; });
  });
  CHECK(sum.get_host_access()[0] == 1000 + 255 * 128);
  q.submit([&](handler &h) {
    accessor a(data, h, read_only);
    auto to = reduction(sum, h, plus<int>(), property::reduction::initialize_to_identity());
    h.parallel_for<class OverGroups>(nd_range<1>(256, 16), to, [=](nd_item<1> i,
        auto &s) { s += a[i.get_global_id()]; });
  });
  q.submit([&](handler &h) { // reads what both commands of the reduction leave
    accessor s(sum, h);
    h.single_task([=] { s[0] *= 2; });
  });
  CHECK(sum.get_host_access()[0] == 2 * 255 * 128);
}

static void own_types(queue q) {
  pair *best = malloc_shared<pair>(1, q);
  *best = {-1, -1};
  auto larger = [](const pair &a, const pair &b) { return a.value >= b.value ? a : b; };
  q.submit([&](handler &h) {
    h.parallel_for(range<2>(30, 40), reduction(best, pair{-1, -1}, larger), [=](item<2> i, auto &b) {
      int number = static_cast<int>(i.get_linear_id());
      b.combine({static_cast<float>(number * 7 % 1201), number});
    });
  }).wait();
  CHECK(best->value == 1200 && best->at * 7 % 1201 == 1200);
  free(best, q);
  // Not commutative: the values of the items of a group are combined in their order.
  struct first_and_last { int first, last; };
  auto *ends = malloc_shared<first_and_last>(1, q);
  *ends = {-1, -1};
  auto join = [](first_and_last a, first_and_last b) {
    return first_and_last{a.first < 0 ? b.first : a.first, b.last < 0 ? a.last : b.last};
  };
  q.parallel_for(nd_range<1>(96, 24), reduction(ends, first_and_last{-1, -1}, join), [=](nd_item<1> i, auto &e) {
    int number = static_cast<int>(i.get_global_id(0));
    e.combine({number, number});
  }).wait();
  CHECK(ends->first == 0 && ends->last == 95);
  free(ends, q);
}

// An operation whose identity is not known, and that has none.
static void without_identity(queue q) {
  struct pair { float value; int at; };
  auto *best = malloc_shared<pair>(3, q);
  auto larger = [](const pair &a, const pair &b) { return a.value >= b.value ? a : b; };
  auto add = [=](int number, auto &to) { to.combine({static_cast<float>(number * 7 % 1201), number}); };
  best[0] = {-1, -1}, best[1] = {5000, 7};
  q.parallel_for(range<2>(30, 40), reduction(best, larger), [=](item<2> i, auto &b) {
    add(static_cast<int>(i.get_linear_id()), b);
  }).wait();
  CHECK(best[0].value == 1200 && best[0].at * 7 % 1201 == 1200);
  q.parallel_for(nd_range<1>(96, 24), reduction(best + 1, larger), [=](nd_item<1> i, auto &b) {
    add(static_cast<int>(i.get_global_id(0)), b);
  }).wait();
  CHECK(best[1].value == 5000 && best[1].at == 7);
  // Most items combine nothing.
  best[0] = {-1, -1}, best[1] = {-1, -1}, best[2] = {-1, -1};
  q.parallel_for(range<1>(5000), reduction(span<pair, 3>(best, 3), larger), [=](id<1> i, auto &b) {
    if (i == 4321) b[1].combine({3, 1});
  }).wait();
  CHECK(best[0].at == -1 && best[1].value == 3 && best[2].at == -1);
  free(best, q);
  buffer<int> most(range<1>(1));
  (host_accessor(most))[0] = 17;
  auto larger_int = [](int a, int b) { return a > b ? a : b; };
  q.submit([&](handler &h) {
    h.parallel_for(range<1>(1000), reduction(most, h, larger_int), [=](id<1> i, auto &m) {
      m.combine(static_cast<int>(i[0]));
    });
  });
  CHECK(host_accessor(most)[0] == 999);
  int *to = malloc_shared<int>(1, q);
  const property_list from_identity{property::reduction::initialize_to_identity{}};
  CHECK_THROWS(errc::invalid, "identity is not known", reduction(to, larger_int, from_identity));
  free(to, q);
}

// The end of a buffer that a reduction's kernel accesses is after the end of the reduction.
static void ends_with_the_group(queue q) {
  std::vector<int> seen(1000);
  for (int round = 0; round < 200; ++round) {
    auto *sum = malloc_shared<long long>(1, q);
    *sum = 0;
    {
      buffer<int> numbers(seen.data(), range<1>(1000));
      q.submit([&](handler &h) {
        accessor a(numbers, h, write_only, no_init);
        h.parallel_for(range<1>(1000), reduction(sum, plus<>()), [=](id<1> i, auto &s) {
          s += a[i] = static_cast<int>(i[0]);
        });
      });
    }
    CHECK(*sum == 499500);
    free(sum, q);
  }
}

int main() {
  queue q;
  without_identity(q);
  ends_with_the_group(q);
  sums<int>(q), sums<float>(q), sums<double>(q), sums<long long>(q), sums<unsigned char>(q), sums<short>(q);
  sums<int>(queue(property::queue::in_order()));
  over_buffers(q);
  own_types(q);
  return result();
}
