// Functions of groups and sub-groups (sections 4.17.3 and 4.17.4), function objects and identities (4.17.2), on
// numbers.
#include <sycl/sycl.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>
#include "check.hpp"

static_assert(std::is_same_v<decltype(sycl::plus<>()(1, 2.0)), double>);
static_assert(sycl::plus<int>()(1, 2) == 3 && sycl::multiplies<>()(3, 4) == 12 && sycl::minimum<>()(3, 4) == 3);
static_assert(sycl::maximum<int>()(3, 4) == 4 && sycl::bit_and<>()(6, 3) == 2 && sycl::bit_or<int>()(6, 3) == 7);
static_assert(sycl::bit_xor<int>()(6, 3) == 5 && sycl::logical_and<bool>()(true, true) &&
    !sycl::logical_or<>()(false, false));
static_assert(sycl::known_identity_v<sycl::plus<>, int> == 0 &&
    sycl::known_identity_v<sycl::multiplies<float>, float> == 1);
static_assert(sycl::known_identity_v<sycl::minimum<short>, short> == 32767);
static_assert(sycl::known_identity_v<sycl::maximum<>, float> == -__builtin_inff());
static_assert(sycl::known_identity_v<sycl::bit_and<>, unsigned> == 0xffffffff &&
    sycl::known_identity_v<sycl::bit_xor<>, int> == 0);
static_assert(sycl::known_identity_v<sycl::logical_and<>, bool> &&
    !sycl::known_identity<sycl::logical_or<bool>, bool>::value);
static_assert(sycl::known_identity_v<std::plus<>, double> == 0 &&
    sycl::has_known_identity_v<std::multiplies<int>, int>);
static_assert(!sycl::has_known_identity_v<sycl::plus<int>, float> &&
    !sycl::has_known_identity_v<sycl::bit_or<>, float>);
static_assert(!sycl::has_known_identity_v<sycl::logical_and<>, int> &&
    sycl::has_known_identity_v<sycl::plus<>, _Float16>);
struct any_function { int operator()(int a, int) const { return a; } };
static_assert(!sycl::has_known_identity_v<any_function, int>);
static_assert(sycl::is_group_v<sycl::group<2>> && sycl::is_group_v<sycl::sub_group> && !sycl::is_group_v<int>);

constexpr size_t size = 40; // a whole sub-group and a part of one

// Result of a group of `count` items, on the host.
template <class T, class Function> struct expected {
  std::vector<T> inclusive, exclusive;
  T total;
  expected(const T *values, size_t count, T identity, Function function) : total(identity) {
    for (size_t n = 0; n < count; ++n) {
      exclusive.push_back(total);
      total = static_cast<T>(n == 0 ? values[0] : function(total, values[n]));
      inclusive.push_back(total);
    }
  }
};

template <class T, class Function>
void check_operation(sycl::queue &q, const std::vector<T> &values, T identity, Function function) {
  T *in = sycl::malloc_shared<T>(size, q), *out = sycl::malloc_shared<T>(6 * size, q),
      *initial = sycl::malloc_shared<T>(1, q);
  std::uint32_t *part = sycl::malloc_shared<std::uint32_t>(size, q);
  std::copy(values.begin(), values.end(), in);
  *initial = values[3];
  q.parallel_for(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> it) {
    size_t n = it.get_local_id(0);
    auto group = it.get_group();
    auto sub = it.get_sub_group();
    part[n] = sub.get_group_linear_id();
    out[n] = sycl::reduce_over_group(group, in[n], function);
    out[size + n] = sycl::inclusive_scan_over_group(group, in[n], function);
    out[2 * size + n] = sycl::exclusive_scan_over_group(group, in[n], *initial, function);
    out[3 * size + n] = sycl::reduce_over_group(sub, in[n], *initial, function);
    out[4 * size + n] = sycl::inclusive_scan_over_group(sub, in[n], function, *initial);
    if constexpr (sycl::has_known_identity_v<Function, T>)
      out[5 * size + n] = sycl::exclusive_scan_over_group(sub, in[n], function);
  }).wait();
  expected<T, Function> whole(in, size, identity, function);
  for (size_t n = 0; n < size; ++n) {
    CHECK(out[n] == whole.total);
    CHECK(out[size + n] == whole.inclusive[n]);
    CHECK(out[2 * size + n] == (n == 0 ? *initial : static_cast<T>(function(*initial, whole.exclusive[n]))));
    size_t first = n, last = n;
    while (first > 0 && part[first - 1] == part[n]) --first;
    while (last < size && part[last] == part[n]) ++last;
    expected<T, Function> own(in + first, last - first, identity, function);
    CHECK(out[3 * size + n] == static_cast<T>(function(*initial, own.total)));
    CHECK(out[4 * size + n] == static_cast<T>(function(*initial, own.inclusive[n - first])));
    if constexpr (sycl::has_known_identity_v<Function, T>) CHECK(out[5 * size + n] == own.exclusive[n - first]);
  }
  for (void *memory : {static_cast<void *>(in), static_cast<void *>(out), static_cast<void *>(initial),
      static_cast<void *>(part)})
    sycl::free(memory, q);
}
template <class T> void check_type(sycl::queue &q) {
  std::vector<T> small(size), ones(size);
  for (size_t n = 0; n < size; ++n) {
    small[n] = static_cast<T>((n * 7) % 5);
    ones[n] = static_cast<T>(n % 9 == 4 ? 2 : 1);
  }
  check_operation<T>(q, small, T(0), sycl::plus<>());
  check_operation<T>(q, small, T(0), std::plus<T>());
  check_operation<T>(q, ones, T(1), sycl::multiplies<T>());
  if constexpr (std::is_signed_v<T>) for (T &x : small) x = static_cast<T>(x - 3);
  check_operation<T>(q, small, sycl::known_identity_v<sycl::minimum<T>, T>, sycl::minimum<T>());
  check_operation<T>(q, small, sycl::known_identity_v<sycl::maximum<>, T>, sycl::maximum<>());
  if constexpr (std::is_same_v<T, int> || std::is_same_v<T, unsigned char>) {
    check_operation<T>(q, small, static_cast<T>(~T(0)), sycl::bit_and<>());
    check_operation<T>(q, small, T(0), sycl::bit_or<T>());
    check_operation<T>(q, small, T(0), sycl::bit_xor<>());
    check_operation<T>(q, small, T(1), sycl::logical_and<T>());
    check_operation<T>(q, small, T(0), sycl::logical_or<>());
  }
  // An operation that the library does not know, whose order matters: the last value that is not 0.
  check_operation<T>(q, small, T(0), [](const T &a, const T &b) { return b != T(0) ? b : a; });
}

int main() {
  sycl::queue q;
  check_type<int>(q), check_type<unsigned>(q), check_type<long>(q), check_type<unsigned long long>(q);
  check_type<signed char>(q), check_type<unsigned char>(q), check_type<short>(q), check_type<unsigned short>(q);
  check_type<float>(q), check_type<double>(q), check_type<_Float16>(q);
  {
    std::vector<char> truth(size);
    bool *in = sycl::malloc_shared<bool>(size, q), *out = sycl::malloc_shared<bool>(7, q);
    for (size_t n = 0; n < size; ++n) in[n] = n != 17;
    q.parallel_for(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> it) {
      auto group = it.get_group();
      bool x = in[it.get_local_id(0)];
      bool all[] = {sycl::reduce_over_group(group, x, sycl::logical_and<bool>()),
          sycl::reduce_over_group(group, x, sycl::logical_or<>()),
                    sycl::reduce_over_group(group, x, sycl::bit_and<bool>()),
                        sycl::reduce_over_group(group, !x, sycl::bit_xor<>()),
                    sycl::inclusive_scan_over_group(group, x, sycl::logical_and<>()),
                        sycl::exclusive_scan_over_group(group, x, sycl::logical_and<>()),
                    sycl::exclusive_scan_over_group(group, x, sycl::plus<bool>())}; // which no library has
      if (it.get_local_id(0) == 17)
        for (int n = 0; n < 7; ++n) out[n] = all[n];
    }).wait();
    CHECK(!out[0] && out[1] && !out[2] && out[3] && !out[4] && out[5] && out[6]);
    sycl::free(in, q), sycl::free(out, q);
  }

  // Votes and broadcasts, in groups of all dimensions.
  int *out = sycl::malloc_shared<int>(256, q);
  q.parallel_for(sycl::nd_range<3>({2, 4, 6}, {2, 2, 3}), [=](sycl::nd_item<3> it) {
    auto group = it.get_group();
    int own = static_cast<int>(it.get_local_linear_id());
    bool right = sycl::any_of_group(group, own == 7) && !sycl::all_of_group(group, own == 7) &&
        sycl::none_of_group(group, own == 12) &&
                 sycl::any_of_group(group, own, [](int x) { return x == 11; }) &&
                     sycl::all_of_group(group, own, [](int x) { return x < 12; }) &&
                 sycl::none_of_group(group, own, [](int x) { return x < 0; });
    right &= sycl::group_broadcast(group, own) == 0 && sycl::group_broadcast(group, own, 7) == 7 &&
             sycl::group_broadcast(group, own, sycl::id<3>(1, 0, 2)) == 8 &&
                 sycl::group_broadcast(group, own + 0.5, size_t(5)) == 5.5;
    out[it.get_global_linear_id()] = right;
  }).wait();
  CHECK(std::accumulate(out, out + 48, 0) == 48);
  q.parallel_for(sycl::nd_range<2>({4, 6}, {2, 3}), [=](sycl::nd_item<2> it) {
    short own = static_cast<short>(it.get_local_linear_id());
    out[it.get_global_linear_id()] = sycl::group_broadcast(it.get_group(), own, sycl::id<2>(1, 1)) == 4 &&
                                     sycl::group_broadcast(it.get_group(), own, 5) == 5;
  }).wait();
  CHECK(std::accumulate(out, out + 24, 0) == 24);

  // Joint ones: lists that are shorter, as long, longer, and empty.
  int *list = sycl::malloc_shared<int>(200, q), *scan = sycl::malloc_shared<int>(1200, q);
  long long *wide = sycl::malloc_shared<long long>(200, q);
  for (int n = 0; n < 200; ++n) list[n] = n * 13 % 17 - 5;
  for (int count : {0, 1, 15, 16, 17, 100, 200}) {
    std::fill_n(scan, 1200, -99);
    q.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) {
      auto group = it.get_group();
      int *first = list, *last = list + count;
      auto last_nonzero = [](int a, int b) { return b != 0 ? b : a; };
      int sum = sycl::joint_reduce(group, first, last, sycl::plus<>());
      int most = sycl::joint_reduce(group, first, last, 3, sycl::maximum<>());
      int custom = sycl::joint_reduce(group, first, last, 0, [](int a, int b) { return a > b ? a : b; });
      bool any = sycl::joint_any_of(group, first, last, [](int x) { return x == 11; });
      bool all = sycl::joint_all_of(group, first, last, [](int x) { return x < 11; });
      bool none = sycl::joint_none_of(group, first, last, [](int x) { return x == 11; });
      int *end = sycl::joint_inclusive_scan(group, first, last, scan, sycl::plus<int>());
      sycl::joint_exclusive_scan(group, first, last, scan + 200, sycl::plus<>());
      sycl::joint_inclusive_scan(group, first, last, scan + 400, sycl::plus<>(), 1000);
      // The elements of the result say what an operation's identity is.
      if (count > 0) sycl::joint_exclusive_scan(group, first, last, wide, sycl::plus<long long>());
      sycl::joint_exclusive_scan(group, first, last, scan + 600, 1000, last_nonzero);
      sycl::joint_inclusive_scan(it.get_sub_group(), first, last, scan + 800, sycl::plus<>());
      sycl::joint_inclusive_scan(group, first, last, scan + 1000, last_nonzero);
      if (group.leader()) {
        int results[] = {sum, most, custom, any, all, none, end == scan + count};
        for (int n = 0; n < 7; ++n) out[n] = results[n];
      }
    }).wait();
    CHECK(out[0] == std::accumulate(list, list + count, 0));
    CHECK(out[1] == std::max(3, count ? *std::max_element(list, list + count) : 3));
    CHECK(out[2] == std::max(0, count ? *std::max_element(list, list + count) : 0));
    bool has = std::find(list, list + count, 11) != list + count;
    CHECK(out[3] == has && out[4] == !has && out[5] == !has && out[6]);
    int sum = 0, last = 1000, own_last = 0;
    for (int n = 0; n < count; ++n) {
      CHECK(scan[200 + n] == sum && scan[600 + n] == last && wide[n] == sum);
      sum += list[n];
      if (list[n] != 0) last = own_last = list[n];
      CHECK(scan[n] == sum && scan[400 + n] == 1000 + sum && scan[800 + n] == sum && scan[1000 + n] == own_last);
    }
    for (int part = 0; part < 6; ++part) CHECK(count == 200 || scan[200 * part + count] == -99);
  }
  for (int *memory : {out, list, scan}) sycl::free(memory, q);
  sycl::free(wide, q);
  return result();
}
