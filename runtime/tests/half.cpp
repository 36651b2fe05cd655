// half (section 4.14.1): a number of 16 bits, with what the standard library says about numbers.
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

int main() {
  ON_BOTH(operators);
  std::unordered_set<half> set = {half(1), half(2), half(1)};
  CHECK(set.size() == 2 && set.count(half(2)) == 1 && std::hash<half>()(half(0)) == std::hash<half>()(half(-0.0f)));
  std::stringstream text;
  text << half(1.5f) << ' ' << half(-2);
  CHECK(text.str() == "1.5 -2");
  half first, second;
  text >> first >> second;
  CHECK(first == half(1.5f) && second == half(-2));
  return result();
}
