// Every group algorithm, query, shuffle and atomic function of the header, with each type, compared with the host.
// Prints what differs, then `ALL OK`. With the argument `32`, leaves out atomics on 64 bits.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <sycl_passes.hpp>
#include <utility>
#include <vector>

template <class T, class Group, std::size_t N> class Algorithm;
template <class T> class Bounds;
template <class T> class Atomics;

namespace {
constexpr std::size_t size = 64, group_size = 16;
int wrong = 0;

template <class T> void expect(const char *what, const char *type, std::size_t at, T found, T right) {
  if (found == right) return;
  if (++wrong <= 20) std::printf("%s of %s, %zu: %g; expected %g\n", what, type, at, double(found), double(right));
}

// ---------------------------------------------------------------- algorithms
constexpr const char *algorithms[] = {"reduce plus", "reduce multiplies", "reduce minimum", "reduce maximum",
  "reduce with initial value", "inclusive scan plus", "inclusive scan maximum", "inclusive scan with initial value",
  "exclusive scan plus", "exclusive scan multiplies", "broadcast", "broadcast of the first", "any", "all", "none",
  "reduce bit_and", "reduce bit_or", "reduce bit_xor", "select", "permute", "shift left", "shift right"};

template <class T> constexpr T value(std::size_t i) { return static_cast<T>(1 + (i % 3 == 0)); }
template <class T> constexpr bool has_bits = std::is_integral_v<T>;

// One algorithm for each kernel: Intel's CPU compiler takes minutes for a kernel with many.
template <std::size_t N, class T, class Group> T on_device(Group group, T x) {
  [[maybe_unused]] std::size_t lane = group.get_local_linear_id(), lanes = group.get_local_linear_range();
  [[maybe_unused]] T own = static_cast<T>(lane);
  if constexpr (N == 0) return syp::reduce_over_group(group, x, syp::plus<>());
  if constexpr (N == 1) return syp::reduce_over_group(group, x, syp::multiplies<>());
  if constexpr (N == 2) return syp::reduce_over_group(group, x, syp::minimum<>());
  if constexpr (N == 3) return syp::reduce_over_group(group, x, syp::maximum<>());
  if constexpr (N == 4) return syp::reduce_over_group(group, x, static_cast<T>(100), syp::plus<>());
  if constexpr (N == 5) return syp::inclusive_scan_over_group(group, x, syp::plus<>());
  if constexpr (N == 6) return syp::inclusive_scan_over_group(group, x, syp::maximum<>());
  if constexpr (N == 7) return syp::inclusive_scan_over_group(group, x, syp::plus<>(), static_cast<T>(3));
  if constexpr (N == 8) return syp::exclusive_scan_over_group(group, x, syp::plus<>());
  if constexpr (N == 9) return syp::exclusive_scan_over_group(group, x, syp::multiplies<>());
  if constexpr (N == 10) return syp::group_broadcast(group, static_cast<T>(x + own), lanes - 1);
  if constexpr (N == 11) return syp::group_broadcast(group, static_cast<T>(x + own));
  if constexpr (N == 12) return syp::any_of_group(group, lane == 1);
  if constexpr (N == 13) return syp::all_of_group(group, lane != 1);
  if constexpr (N == 14) return syp::none_of_group(group, lane == 1);
  if constexpr (N == 15) return syp::reduce_over_group(group, static_cast<T>(~(1u << lane % 7)), syp::bit_and<>());
  if constexpr (N == 16) return syp::reduce_over_group(group, static_cast<T>(1u << lane % 7), syp::bit_or<>());
  if constexpr (N == 17) return syp::reduce_over_group(group, own, syp::bit_xor<>());
  if constexpr (N == 18) return syp::select_from_group(group, own, syp::id<1>(lanes - 1 - lane));
  if constexpr (N == 19) return syp::permute_group_by_xor(group, own, 1);
  if constexpr (N == 20) return syp::shift_group_left(group, own);
  if constexpr (N == 21) return syp::shift_group_right(group, own);
}

template <class T> std::vector<T> on_host(const std::vector<T> &x, std::size_t lane) {
  std::size_t lanes = x.size();
  T sum = 0, product = 1, least = x[0], greatest = x[0], before = 0, product_before = 1, greatest_before = x[0];
  T ands = static_cast<T>(~0u), ors = 0, xors = 0;
  for (std::size_t i = 0; i < lanes; ++i) {
    if (i < lane) before = static_cast<T>(before + x[i]), product_before = static_cast<T>(product_before * x[i]);
    if (i <= lane && x[i] > greatest_before) greatest_before = x[i];
    sum = static_cast<T>(sum + x[i]), product = static_cast<T>(product * x[i]);
    least = x[i] < least ? x[i] : least, greatest = x[i] > greatest ? x[i] : greatest;
    if constexpr (has_bits<T>) {
      ands = static_cast<T>(ands & static_cast<T>(~(1u << i % 7)));
      ors = static_cast<T>(ors | static_cast<T>(1u << i % 7));
      xors = static_cast<T>(xors ^ static_cast<T>(i));
    }
  }
  if constexpr (!has_bits<T>) ands = 0;
  T one = lanes > 1;
  return {sum, product, least, greatest, static_cast<T>(sum + 100), static_cast<T>(before + x[lane]),
    greatest_before, static_cast<T>(before + x[lane] + 3), before, product_before,
    static_cast<T>(x[lanes - 1] + static_cast<T>(lanes - 1)), x[0], one, static_cast<T>(1 - one),
    static_cast<T>(1 - one), ands, ors, xors, static_cast<T>(lanes - 1 - lane), static_cast<T>(lane ^ 1),
    static_cast<T>(lane + 1), static_cast<T>(lane - 1)};
}

template <class T, class Group, std::size_t... N>
void check_algorithms(syp::queue q, const char *type, std::index_sequence<N...>) {
  constexpr bool sub = std::is_same_v<Group, syp::sub_group>;
  constexpr std::size_t lanes = sub ? 8 : group_size;
  T *results = syp::malloc_shared<T>(size, q);
  auto check = [&]<std::size_t M>(std::integral_constant<std::size_t, M>) {
    using Fact = syp::reqd_sub_group_size<8>;
    syp::parallel_for<Algorithm<T, Group, M>, Fact>(q, syp::nd_range(size, group_size), [=](syp::nd_item<1> item) {
      std::size_t i = item.get_global_id(0);
      results[i] = on_device<M>(Group(), value<T>(i));
    }).wait();
    for (std::size_t i = 0; i < size; ++i) {
      std::vector<T> members;
      for (std::size_t lane = 0; lane < lanes; ++lane) members.push_back(value<T>(i / lanes * lanes + lane));
      bool defined = !(M == 20 && i % lanes == lanes - 1) && !(M == 21 && i % lanes == 0); // shifts from outside
      if (defined) expect(algorithms[M], type, i, results[i], on_host(members, i % lanes)[M]);
    }
  };
  (check(std::integral_constant<std::size_t, N>()), ...);
  syp::free(results, q);
}
template <std::size_t... N> using choice = std::index_sequence<N...>;
template <class T> void check_algorithms(syp::queue q, const char *type) {
  if constexpr (std::is_same_v<T, int> || std::is_same_v<T, float>) {
    using any_type = choice<0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14>;
    check_algorithms<T, syp::group<1>>(q, type, any_type());
    check_algorithms<T, syp::sub_group>(q, type, any_type());
    check_algorithms<T, syp::sub_group>(q, type, choice<18, 19, 20, 21>());
  } else {
    check_algorithms<T, syp::group<1>>(q, type, choice<0, 2, 9, 10>());
    check_algorithms<T, syp::sub_group>(q, type, choice<1, 3, 5, 11, 18, 20>());
  }
  if constexpr (has_bits<T>) check_algorithms<T, syp::group<1>>(q, type, choice<15, 16, 17>());
}

// Exclusive scans, of which item 0 gets the identity of a type or the initial value.
template <class T> void check_bounds(syp::queue q, const char *type) {
  T *o = syp::malloc_shared<T>(4 * size, q);
  syp::parallel_for<Bounds<T>>(q, syp::nd_range(size, group_size), [=](syp::nd_item<1> item) {
    std::size_t i = item.get_global_id(0);
    T x = static_cast<T>(10 + item.get_local_id(0)), negative = static_cast<T>(-x), low = static_cast<T>(-20);
    o[4 * i] = syp::exclusive_scan_over_group(item.get_group(), x, T(5), syp::minimum<>());
    o[4 * i + 1] = syp::exclusive_scan_over_group(item.get_group(), negative, low, syp::maximum<>());
    o[4 * i + 2] = syp::exclusive_scan_over_group(item.get_sub_group(), x, syp::minimum<>());
    o[4 * i + 3] = syp::exclusive_scan_over_group(item.get_sub_group(), negative, syp::maximum<>());
  }).wait();
  const char *what = "exclusive scan with a bound";
  for (std::size_t i = 0; i < size; ++i) {
    expect(what, type, i, o[4 * i], T(5));
    expect(what, type, i, o[4 * i + 1], static_cast<T>(i % group_size == 0 ? -20 : -10));
  }
  expect(what, type, 0, o[2], std::numeric_limits<T>::max());
  expect(what, type, 0, o[3], std::numeric_limits<T>::lowest());
  syp::free(o, q);
}

// ---------------------------------------------------------------- atomics
template <class T> void check_atomics(syp::queue q, const char *type) {
  constexpr int cells = 14;
  T *c = syp::malloc_shared<T>(cells, q), *seen = syp::malloc_shared<T>(size, q);
  T start[cells] = {0, 1000, 50, 0, 0, 0, static_cast<T>(127), 0, 0, 7, 0, 0, 5, 0};
  std::memcpy(c, start, sizeof(start));
  syp::parallel_for<Atomics<T>>(q, syp::nd_range(size, group_size), [=](syp::nd_item<1> item, T *local) {
    std::size_t i = item.get_global_id(0);
    T x = static_cast<T>(i);
    seen[i] = syp::atomic_ref(c[0]).fetch_add(1);
    syp::atomic_ref(c[1]).fetch_sub(2, syp::memory_order::acq_rel);
    syp::atomic_ref(c[2]).fetch_min(x);
    syp::atomic_ref(c[3]).fetch_max(x, syp::memory_order::seq_cst, syp::memory_scope::system);
    syp::atomic_ref(c[4]) += 3;
    syp::atomic_ref(c[5])++;
    if constexpr (has_bits<T>) {
      syp::atomic_ref(c[6]).fetch_and(static_cast<T>(~(1 << i % 3)));
      syp::atomic_ref(c[7]).fetch_or(static_cast<T>(1 << i % 5));
      syp::atomic_ref(c[8]).fetch_xor(static_cast<T>(i));
    }
    syp::atomic_ref<T, syp::memory_order::acq_rel> ninth(c[9]);
    if (i == 0) seen[0] = seen[0] + ninth.exchange(9) - 7;
    syp::atomic_ref tenth(c[10]);
    T old = tenth.load();
    while (!tenth.compare_exchange_weak(old, static_cast<T>(old + 2))) {}
    if (i == 1) syp::atomic_ref<T, syp::memory_order::seq_cst>(c[11]).store(11);
    if (i == 2) {
      T guess = 6; // not what is there
      bool changed = syp::atomic_ref(c[12]).compare_exchange_strong(guess, 1);
      syp::atomic_ref last(c[13]);
      last = static_cast<T>(!changed && guess == 5);
    }
    // One counter for each group.
    if (item.get_group().leader()) local[0] = 0;
    syp::group_barrier(item.get_group());
    syp::atomic_ref<T, syp::memory_order::relaxed, syp::memory_scope::work_group>(local[0]).fetch_add(1);
    syp::atomic_fence(syp::memory_order::acq_rel, syp::memory_scope::work_group);
    syp::group_barrier(item.get_group());
    if (local[0] != static_cast<T>(group_size)) syp::atomic_ref(c[0]).fetch_add(1000);
  }, syp::local<T>(1)).wait();
  T right[cells] = {64, static_cast<T>(1000 - 128), 0, 63, 192, 64, static_cast<T>(has_bits<T> ? 120 : 127),
    static_cast<T>(has_bits<T> ? 31 : 0), 0, 9, 128, 11, 5, 1};
  for (int i = 0; i < cells; ++i) expect("atomic", type, i, c[i], right[i]);
  T sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum = static_cast<T>(sum + seen[i]);
  expect("values before fetch_add", type, 0, sum, static_cast<T>(size * (size - 1) / 2));
  syp::free(c, q), syp::free(seen, q);
}

// ---------------------------------------------------------------- ids in three dimensions
void check_ids(syp::queue q) {
  constexpr std::size_t queries = 29;
  syp::range<3> global(4, 6, 8), local(2, 3, 4);
  int *o = syp::malloc_shared<int>(global.size() * queries, q);
  syp::parallel_for<class Ids>(q, syp::nd_range<3>(global, local), [=](syp::nd_item<3> item) {
    int *to = o + item.get_global_linear_id() * queries;
    for (int d = 0; d < 3; ++d) {
      *to++ = static_cast<int>(item.get_global_id(d)), *to++ = static_cast<int>(item.get_local_id()[d]);
      *to++ = static_cast<int>(item.get_group(d)), *to++ = static_cast<int>(item.get_global_range().get(d));
      *to++ = static_cast<int>(item.get_local_range(d)), *to++ = static_cast<int>(item.get_group_range(d));
    }
    syp::group<3> group = item.get_group();
    *to++ = static_cast<int>(item.get_local_linear_id()), *to++ = static_cast<int>(item.get_group_linear_id());
    *to++ = static_cast<int>(group.get_group_linear_range()), *to++ = static_cast<int>(group.get_local_linear_range());
    *to++ = group.leader(), *to++ = group[1] == group.get_group_id(1);
    *to++ = syp::group_broadcast(group, static_cast<int>(item.get_local_linear_id()), syp::id<3>(1, 2, 3));
    *to++ = item.get_nd_range().get_local_range() == item.get_local_range();
    syp::sub_group sub = item.get_sub_group();
    *to++ = sub.get_local_id() < sub.get_max_local_range().get(0) && sub.get_group_id() < sub.get_group_range().get(0);
    std::size_t lanes = sub.get_local_range().get(0);
    *to++ = sub.leader() == (sub.get_local_linear_id() == 0) && lanes <= sub.get_max_local_range().get(0);
    *to++ = group.get_local_range() == item.get_local_range();
  }).wait();
  const int *found = o;
  for (std::size_t x = 0; x < 4; ++x)
    for (std::size_t y = 0; y < 6; ++y)
      for (std::size_t z = 0; z < 8; ++z) {
        std::size_t id[] = {x, y, z}, at[] = {x % 2, y % 3, z % 4}, in[] = {x / 2, y / 3, z / 4};
        std::vector<std::size_t> right;
        for (int d = 0; d < 3; ++d)
          right.insert(right.end(), {id[d], at[d], in[d], global[d], local[d], global[d] / local[d]});
        std::size_t linear = (at[0] * 3 + at[1]) * 4 + at[2];
        std::size_t group = (in[0] * 2 + in[1]) * 2 + in[2];
        right.insert(right.end(), {linear, group, 8, 24, linear == 0, 1, 23, 1, 1, 1, 1});
        for (std::size_t n = 0; n < queries; ++n) expect<int>("query", "int", n, *found++, static_cast<int>(right[n]));
      }
  // In two dimensions, and without a work-group size.
  syp::parallel_for<class Broadcast2>(q, syp::nd_range<2>({4, 8}, {2, 4}), [=](syp::nd_item<2> item) {
    int own = static_cast<int>(item.get_global_linear_id());
    o[own] = syp::group_broadcast(item.get_group(), own, syp::id<2>(1, 2));
  }).wait();
  for (int i = 0; i < 32; ++i)
    expect<int>("broadcast in 2 dimensions", "int", i, o[i], (i / 16 * 2 + 1) * 8 + i % 8 / 4 * 4 + 2);
  syp::parallel_for<class Linear2>(q, syp::range(5, 7), [=](syp::item<2> item) {
    o[item.get_linear_id()] = static_cast<int>(item[0] * 100 + item.get_id(1) * 10 + item.get_range()[1]);
  }).wait();
  for (int i = 0; i < 35; ++i) expect<int>("item", "int", i, o[i], i / 7 * 100 + i % 7 * 10 + 7);
  syp::free(o, q);
}

// ---------------------------------------------------------------- mathematics
void check_mathematics(syp::queue q) {
  float *f = syp::malloc_shared<float>(64, q);
  double *d = syp::malloc_shared<double>(64, q);
  auto all = []<class T>(T x, T *o) {
    T y = x + T(0.25);
    T results[] = {
      syp::sqrt(x), syp::cbrt(x), syp::exp(x), syp::exp2(x), syp::expm1(x), syp::log(x), syp::log2(x), syp::log10(x),
      syp::log1p(x), syp::sin(x), syp::cos(x), syp::tan(x), syp::asin(x), syp::acos(x), syp::atan(x), syp::sinh(x),
      syp::cosh(x), syp::tanh(x), syp::floor(x), syp::ceil(x), syp::trunc(x), syp::round(x), syp::rint(x),
      syp::erf(x), syp::fabs(-x), syp::pow(x, y), syp::atan2(x, y), syp::fmin(x, y), syp::fmax(x, y), syp::fmod(y, x)};
    for (T result : results) *o++ = result;
  };
  syp::single_task<class Floats>(q, [=] { all(0.625f, f); }).wait();
  syp::single_task<class Doubles>(q, [=] { all(0.625, d); }).wait();
  float right_f[64];
  double right_d[64];
  all(0.625f, right_f), all(0.625, right_d);
  for (std::size_t i = 0; i < 30; ++i) {
    expect<bool>("function", "float", i, std::fabs(f[i] - right_f[i]) <= 1e-5f * std::fabs(right_f[i]), true);
    expect<bool>("function", "double", i, std::fabs(d[i] - right_d[i]) <= 1e-13 * std::fabs(right_d[i]), true);
  }
  syp::free(f, q), syp::free(d, q);
}
}

int main(int argument_count, char **arguments) {
  bool only32 = argument_count > 1 && std::strcmp(arguments[1], "32") == 0;
  try {
    syp::queue q;
    check_algorithms<int>(q, "int"), check_algorithms<unsigned>(q, "unsigned"), check_algorithms<long>(q, "long");
    check_algorithms<unsigned long>(q, "unsigned long"), check_algorithms<long long>(q, "long long");
    check_algorithms<short>(q, "short"), check_algorithms<std::uint8_t>(q, "uint8_t");
    check_algorithms<_Float16>(q, "half");
    check_algorithms<float>(q, "float"), check_algorithms<double>(q, "double");
    check_bounds<signed char>(q, "signed char"), check_bounds<short>(q, "short"), check_bounds<int>(q, "int");
    check_atomics<int>(q, "int"), check_atomics<unsigned>(q, "unsigned"), check_atomics<float>(q, "float");
    if (!only32) {
      check_atomics<long>(q, "long"), check_atomics<unsigned long>(q, "unsigned long");
      check_atomics<long long>(q, "long long"), check_atomics<double>(q, "double");
    }
    check_ids(q), check_mathematics(q);
  } catch (const sycl::exception &e) {
    std::printf("%s\n", e.what());
    ++wrong;
  }
  std::printf("%s\n", wrong ? "FAILED" : "ALL OK");
  return wrong != 0;
}
