// The extensions sycl_ext_oneapi_bfloat16 and sycl_ext_oneapi_bfloat16_math_functions.
#include <limits>
#include <sstream>
#include "on_both.hpp"
using sycl::ext::oneapi::bfloat16;
namespace functions = sycl::ext::oneapi::experimental;

static_assert(sizeof(bfloat16) == 2 && std::is_trivially_copyable_v<bfloat16>);
static_assert(std::is_convertible_v<float, bfloat16> && std::is_convertible_v<bfloat16, float>);
static_assert(std::is_same_v<decltype(bfloat16(1.0f) + bfloat16(1.0f)), bfloat16>);
static_assert(std::numeric_limits<bfloat16>::epsilon() == 0x1p-7f && std::numeric_limits<bfloat16>::digits == 8);
static_assert(bfloat16(1.5f) * 2 == 3.0f);

int numbers(int zero) {
  bfloat16 a = 1.5f + static_cast<float>(zero), b = 3;
  GIVES(bfloat16(4.5f), a + b);
  GIVES(bfloat16(-1.5f), a - b);
  GIVES(bfloat16(4.5f), a * b);
  GIVES(bfloat16(0.5f), a / b);
  GIVES(bfloat16(-1.5f), -a);
  GIVES(bfloat16(3.5f), a + 2.0f);
  GIVES(bfloat16(3.5f), 2 + a);
  GIVES(bfloat16(0.75f), a * 0.5);
  a += 1, a *= b, a -= 0.5f, a /= sycl::half(2);
  GIVES(bfloat16(3.5f), a);
  GIVES(bfloat16(3.5f), a++);
  GIVES(bfloat16(5.5f), ++a);
  GIVES(bfloat16(5.5f), a--);
  GIVES(bfloat16(3.5f), --a);
  IS(a > b && b < a && a >= b && b <= a && a == 3.5f && a != b && 3 == b && a > 1 && static_cast<bool>(a));
  // To the nearest, to even of two.
  GIVES(1.0f, static_cast<float>(bfloat16(0x1.01p0f + static_cast<float>(zero))));
  GIVES(0x1.04p0f, static_cast<float>(bfloat16(0x1.03p0f + static_cast<float>(zero))));
  GIVES(0x1.02p0f, static_cast<float>(bfloat16(0x1.010002p0f + static_cast<float>(zero))));
  GIVES(-0x1.02p0f, static_cast<float>(bfloat16(-0x1.010002p0)));
  GIVES(std::numeric_limits<float>::infinity(), static_cast<float>(bfloat16(0x1.ffp127f)));
  const bfloat16 nan = std::numeric_limits<float>::quiet_NaN();
  IS(nan != nan && functions::isnan(nan) && !functions::isnan(a));
  float sum = 1;
  sum += a;
  GIVES(4.5f, sum);
  const sycl::half as_half = a;
  GIVES(sycl::half(3.5f), as_half);
  GIVES(3, static_cast<int>(a));
  return 0;
}

int mathematics(int zero) {
  using array = sycl::marray<bfloat16, 3>;
  using vector = sycl::vec<bfloat16, 4>;
  const bfloat16 x = 2.25f + static_cast<float>(zero);
  GIVES(bfloat16(1.5f), functions::sqrt(x));
  GIVES(bfloat16(2.25f), functions::fabs(-x));
  GIVES(bfloat16(4), functions::fmax(x, bfloat16(4)));
  GIVES(bfloat16(2.25f), functions::fmin(x, bfloat16(4)));
  GIVES(bfloat16(5.5f), functions::fma(x, bfloat16(2), bfloat16(1)));
  GIVES(bfloat16(2), functions::floor(x));
  GIVES(bfloat16(3), functions::ceil(x));
  GIVES(bfloat16(2), functions::trunc(x));
  GIVES(bfloat16(2), functions::rint(x));
  GIVES(bfloat16(9.5f), functions::exp(x));
  GIVES(bfloat16(0.8125f), functions::log(x));
  GIVES(bfloat16(8), functions::exp2(bfloat16(3 + zero)));
  GIVES(bfloat16(0.5f), functions::rsqrt(bfloat16(4 + zero)));
  GIVES(array(4, 2, 3), functions::fmax(array(4, 1, 2), array(1, 2, 3)));
  GIVES(array(2, 1, 3), functions::sqrt(array(4, 1 + zero, 9)));
  GIVES((sycl::marray<bool, 3>(false)), functions::isnan(array(1)));
  GIVES(vector(2), functions::fmin(vector(3), vector(2)));
  GIVES(vector(7.5f), vector(x) * vector(2) + 3);
  GIVES(sycl::float4(7.5f), vector(7.5f).convert<float>());
  GIVES(vector(7.5f), sycl::float4(7.5f).convert<bfloat16>());
  return 0;
}

int main() {
  ON_BOTH(numbers);
  ON_BOTH(mathematics);
  std::stringstream text;
  text << bfloat16(1.5f);
  CHECK(text.str() == "1.5");
  return result();
}
