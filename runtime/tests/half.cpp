// half (section 4.14.1): a number of 16 bits, with what the standard library says about numbers.
#include <cmath>
#include <limits>
#include <sstream>
#include <unordered_set>
#include "on_both.hpp"
using sycl::half;

static_assert(sizeof(half) == 2 && alignof(half) == 2 && std::is_trivially_copyable_v<half>);
using limits = std::numeric_limits<half>;
static_assert(limits::is_specialized && limits::is_iec559 && limits::digits == 11 && limits::max() == half(65504));
static_assert(limits::lowest() == -limits::max() && limits::min() == half(0x1p-14f));
static_assert(limits::epsilon() == half(0x1p-10f));
static_assert(limits::infinity() > limits::max() && limits::quiet_NaN() != limits::quiet_NaN());
static_assert(limits::denorm_min() == half(0x1p-24f) && limits::denorm_min() > 0 && limits::max_exponent == 16);
static_assert(std::numeric_limits<const half>::digits == 11);
static_assert(std::is_same_v<decltype(half(1) + half(1)), half> && std::is_same_v<decltype(half(1) + 1), half>);
static_assert(std::is_same_v<decltype(half(1) + 1.0f), float> && std::is_same_v<decltype(half(1) * 1.0), double>);

static_assert(std::is_same_v<decltype(1 - half(1)), half> && std::is_same_v<decltype(1.0f / half(1)), float>);
static_assert(std::is_same_v<decltype(half(1) + 1ull), half> && std::is_same_v<decltype('a' * half(1)), half>);
static_assert(std::is_same_v<decltype(half(1) + static_cast<_Float16>(1)), half>);
static_assert(std::is_same_v<decltype(sycl::max(half(1), 2)), half> && std::is_trivially_default_constructible_v<half>);
static_assert(std::is_convertible_v<double, half> && std::is_convertible_v<half, double>);
static_assert(std::is_convertible_v<_Float16, half> && std::is_convertible_v<half, _Float16>);
static_assert(std::is_same_v<decltype(std::exp(half(1))), float> && std::is_same_v<decltype(std::abs(half(1))), float>);
constexpr half three = 1 + half(2);
static_assert(three == 3 && 3.0 == three && !(three < 3u) && -three <= -3 && half(three) >= 2.5 && three != 1.0f);

// Calls of the C library's functions mean those for `float`; clang's type converts in both directions.
int functions(int zero) {
  const half one = half(1 + zero), minus = -one;
  IS(std::exp(one) > 2.718f && std::exp(one) < 2.719f);
  GIVES(1.0f, std::abs(minus));
  GIVES(1.0f, std::fabs(minus));
  GIVES(1.0f, std::fmax(minus, one));
  GIVES(3.0f, std::log2(half(8 + zero)));
  GIVES(2.0f, std::sqrt(half(4 + zero)));
  IS(!std::isnan(one) && std::isinf(one / half(zero)));
  using std::exp, std::fmax;
  IS(exp(one) > 2.7f && fmax(one, minus) == 1);
  IS(static_cast<_Float16>(one) == static_cast<_Float16>(1));
  const half back = static_cast<_Float16>(0.25f);
  GIVES(half(0.25f), back);
  GIVES(half(1), sycl::fmax(one, minus));
  GIVES(half(1), sycl::fabs(minus));
  GIVES(half(3), sycl::log2(half(8 + zero)));
  GIVES(half(2), sycl::max(one, 2));
  union {
    half number;
    std::uint16_t bits;
  } both;
  both.bits = static_cast<std::uint16_t>(0x4200 + zero);
  GIVES(half(3), both.number);
  float sum = 1;
  sum += half(2), sum *= one;
  GIVES(3.0f, sum);
  const sycl::half4 vector = {one, 2, 3.0f, 4.0};
  GIVES(half(10), sycl::dot(vector, sycl::half4(1)));
  GIVES(sycl::half4(3, 4, 5, 6), vector + 2);
  GIVES((sycl::marray<half, 2>(2, 3)), sycl::marray<half, 2>(1, 2) + one);
  return 0;
}

// Groups, reductions and arguments of kernels.
void collectives() {
  auto &queue = test_queue();
  half *found = sycl::malloc_shared<half>(6, queue);
  for (int i = 0; i < 6; ++i) found[i] = 0;
  const half scale = 0.5f;
  const struct {
    char before;
    half numbers[3];
  } given = {'a', {1, 2, 3}};
  queue.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> item) {
    const half own = static_cast<half>(item.get_local_id(0)) * scale;
    const half sum = sycl::reduce_over_group(item.get_group(), half(scale), sycl::plus<>());
    const half last = sycl::inclusive_scan_over_group(item.get_sub_group(), own, sycl::maximum<half>());
    const half other = sycl::group_broadcast(item.get_group(), own, 7);
    const half product = sycl::reduce_over_group(item.get_group(), item.get_local_id(0) < 3 ? half(2) : half(1),
                                                 [](half a, half b) { return a * b; });
    if (item.get_local_id(0) == 63) {
      found[0] = sum, found[1] = last, found[2] = other, found[3] = product;
      found[4] = given.numbers[0] + given.numbers[1] * given.numbers[2];
    }
  }).wait();
  CHECK(found[0] == 32 && found[1] == 31.5f && found[2] == 3.5 && found[3] == 8 && found[4] == 7);
  queue.submit([&](sycl::handler &h) {
    h.parallel_for(sycl::range<1>(100), sycl::reduction(found + 5, sycl::plus<half>()),
                   [=](sycl::id<1>, auto &sum) { sum += scale; });
  }).wait();
  CHECK(found[5] == 50);
  sycl::free(found, queue);
}

int operators(int zero) {
  half a = half(zero + 3), b = 0.5f;
  GIVES(half(3.5f), a + b);
  GIVES(half(2.5f), a - b);
  GIVES(half(1.5f), a * b);
  GIVES(half(6), a / b);
  GIVES(half(-3), -a);
  a += 1, a *= half(2), a -= 3.0f, a /= 5.0;
  GIVES(half(1), a);
  GIVES(half(1), a++);
  GIVES(half(3), ++a);
  GIVES(half(3), a--);
  GIVES(half(1), --a);
  IS(a == 1 && a != 2 && a < 1.5f && a >= b && b <= a && a > 0);
  // Each operation is rounded: 2048 and 1 have no sum.
  GIVES(half(2048), half(2048 + zero) + half(1));
  GIVES(half(0.1f), half(0.1));
  GIVES(half(0x1.998p-4f), half(0.1f + static_cast<float>(zero)));
  GIVES(2049.0f, half(2048 + zero) + 1.0f);
  GIVES(limits::infinity(), half(60000 + zero) + half(60000));
  GIVES(3, static_cast<int>(half(3.75f)));
  GIVES(half(1024), static_cast<half>(1024u + static_cast<unsigned>(zero)));
  IS(static_cast<bool>(a) && !static_cast<bool>(half(zero)));
  return 0;
}

// Functions of sycl do not answer an unqualified call with a half, as with other numbers.
namespace reference {
template <class T> struct kept { T value; };
template <class T> kept<T> clamp(T x, T, T) { return {x}; }
template <class T> T kept_of(T x) { return clamp<T>(x, 0, 1).value; }
}

int main() {
  ON_BOTH(operators);
  ON_BOTH(functions);
  collectives();
  std::unordered_set<half> set = {half(1), half(2), half(1)};
  CHECK(set.size() == 2 && set.count(half(2)) == 1 && std::hash<half>()(half(0)) == std::hash<half>()(half(-0.0f)));
  std::stringstream text;
  text << half(1.5f) << ' ' << half(-2);
  CHECK(text.str() == "1.5 -2");
  half first, second;
  text >> first >> second;
  CHECK(first == half(1.5f) && second == half(-2));
  CHECK(reference::kept_of(sycl::half(2)) == 2);
  return result();
}
