// Relational functions (section 4.17.11), of numbers, vectors, swizzles and arrays.
#include <limits>
#include "on_both.hpp"
using namespace sycl;

template <class T> int numbers(int zero) {
  using limits = std::numeric_limits<T>;
  const T one = static_cast<T>(1 + zero), two = 2, nan = limits::quiet_NaN(), infinity = limits::infinity();
  const T tiny = static_cast<T>(limits::denorm_min() * one), none = static_cast<T>(zero);
  GIVES(true, sycl::isequal(one, one));
  GIVES(false, sycl::isequal(nan, nan));
  GIVES(true, sycl::isnotequal(one, two));
  GIVES(true, sycl::isnotequal(nan, nan));
  GIVES(true, sycl::isgreater(two, one));
  GIVES(false, sycl::isgreater(one, nan));
  GIVES(true, sycl::isgreaterequal(one, one));
  GIVES(false, sycl::isgreaterequal(one, two));
  GIVES(true, sycl::isless(one, two));
  GIVES(false, sycl::isless(nan, two));
  GIVES(true, sycl::islessequal(one, one));
  GIVES(false, sycl::islessequal(two, one));
  GIVES(true, sycl::islessgreater(one, two));
  GIVES(false, sycl::islessgreater(one, one));
  GIVES(false, sycl::islessgreater(nan, one));
  GIVES(true, sycl::isordered(one, infinity));
  GIVES(false, sycl::isordered(one, nan));
  GIVES(true, sycl::isunordered(nan, one));
  GIVES(false, sycl::isunordered(two, one));
  IS(sycl::isfinite(one) && sycl::isfinite(none) && !sycl::isfinite(infinity) && !sycl::isfinite(nan));
  IS(sycl::isinf(infinity) && sycl::isinf(-infinity) && !sycl::isinf(one) && !sycl::isinf(nan));
  IS(sycl::isnan(nan) && !sycl::isnan(infinity) && !sycl::isnan(one));
  IS(sycl::isnormal(one) && !sycl::isnormal(tiny) && !sycl::isnormal(none) && !sycl::isnormal(nan));
  IS(!sycl::isnormal(infinity) && sycl::isnormal(limits::min()));
  IS(sycl::signbit(-one) && sycl::signbit(-none) && !sycl::signbit(none) && !sycl::signbit(one));
  GIVES(two, sycl::select(one, two, true));
  GIVES(one, sycl::select(one, two, zero != 0));
  return 0;
}

template <class T, class Truth> int vectors(int zero) {
  using limits = std::numeric_limits<T>;
  using Vector = vec<T, 4>;
  const T nan = limits::quiet_NaN(), infinity = limits::infinity();
  const Vector x(static_cast<T>(1 + zero), -2, nan, infinity), y(1, 2, nan, 3);
  GIVES((vec<Truth, 4>(-1, 0, 0, 0)), sycl::isequal(x, y));
  GIVES((vec<Truth, 4>(0, -1, -1, -1)), sycl::isnotequal(x, y));
  GIVES((vec<Truth, 4>(0, 0, 0, -1)), sycl::isgreater(x, y));
  GIVES((vec<Truth, 4>(-1, 0, 0, -1)), sycl::isgreaterequal(x, y));
  GIVES((vec<Truth, 4>(0, -1, 0, 0)), sycl::isless(x, y));
  GIVES((vec<Truth, 4>(-1, -1, 0, 0)), sycl::islessequal(x, y));
  GIVES((vec<Truth, 4>(0, -1, 0, -1)), sycl::islessgreater(x, y));
  GIVES((vec<Truth, 4>(-1, -1, 0, -1)), sycl::isordered(x, y));
  GIVES((vec<Truth, 4>(0, 0, -1, 0)), sycl::isunordered(x, y));
  GIVES((vec<Truth, 4>(-1, -1, 0, 0)), sycl::isfinite(x));
  GIVES((vec<Truth, 4>(0, 0, 0, -1)), sycl::isinf(x));
  GIVES((vec<Truth, 4>(0, 0, -1, 0)), sycl::isnan(x));
  GIVES((vec<Truth, 4>(-1, -1, 0, 0)), sycl::isnormal(x));
  GIVES((vec<Truth, 2>(0, -1)), sycl::signbit(x.lo()));
  GIVES(Vector(1, 2, nan, infinity), sycl::select(x, y, vec<Truth, 4>(0, -1, 0, 0)));
  GIVES(Vector(1, 2, nan, infinity), sycl::select(x, y, sycl::isless(x, y)));
  GIVES((vec<T, 2>(1, 2)), sycl::select(x.lo(), y.lo(), x.lo() < y.lo()));
  using Bits = vec<std::make_unsigned_t<Truth>, 4>;
  GIVES(Vector(1, 2, nan, infinity), sycl::select(x, y, Bits(0, static_cast<std::make_unsigned_t<Truth>>(-1), 1, 1)));
  using Array = marray<T, 4>;
  const Array a(static_cast<T>(1 + zero), -2, nan, infinity), b(1, 2, nan, 3);
  GIVES(mbool4(true, false, false, false), sycl::isequal(a, b));
  GIVES(mbool4(false, false, true, false), sycl::isnan(a));
  GIVES(mbool4(false, true, false, false), sycl::isless(a, b));
  GIVES(Array(1, 2, nan, 3), sycl::select(a, b, mbool4(false, true, false, true)));
  return 0;
}

int any_and_all(int zero) {
  GIVES(1, sycl::any(int4(0, 0, -1 + zero, 0)));
  GIVES(0, sycl::any(int4(zero, 1, 2, 3)));
  GIVES(1, sycl::all(int4(-1 + zero)));
  GIVES(0, sycl::all(int4(-1, -1, zero, -1)));
  GIVES(1, sycl::all(char4(static_cast<std::int8_t>(-1 + zero))));
  GIVES(1, sycl::any(long2(0, -1 + zero)));
  GIVES(1, sycl::all(int4(-1, -1, zero, -1).lo()));
  GIVES(true, sycl::any(mbool3(false, zero == 0, false)));
  GIVES(false, sycl::all(mbool3(false, zero == 0, false)));
  GIVES(true, sycl::all(mbool3(zero == 0)));
  GIVES(true, sycl::any(-1 + zero));
  GIVES(false, sycl::any(1 + zero));
  GIVES(true, sycl::all(-1 + zero));
  GIVES(true, sycl::any(marray<int, 3>(0, -1 + zero, 0)));
  IS(sycl::all(float4(1 + static_cast<float>(zero)) == float4(1)));
  return 0;
}

int bits(int zero) {
  GIVES(0x12cd, sycl::bitselect(0x1234 + zero, 0xabcd, 0xff));
  GIVES(std::uint8_t(0x3f), sycl::bitselect(std::uint8_t(0x0f + zero), std::uint8_t(0xf0), std::uint8_t(0x30)));
  GIVES(-1.5f, sycl::bitselect(1.5f + static_cast<float>(zero), -0.0f, -0.0f));
  GIVES(-1.5, sycl::bitselect(1.5 + zero, -0.0, -0.0));
  GIVES(int2(0x12cd, 1), sycl::bitselect(int2(0x1234 + zero, 1), int2(0xabcd, 2), int2(0xff, 0)));
  GIVES(float2(-1.5f, 2), sycl::bitselect(float2(1.5f + static_cast<float>(zero), 2), float2(-0.0f), float2(-0.0f, 0)));
  GIVES(mint3(0x12cd), sycl::bitselect(mint3(0x1234 + zero), mint3(0xabcd), mint3(0xff)));
  GIVES(int4(5, 2, 7, 4), sycl::select(int4(1 + zero, 2, 3, 4), int4(5, 6, 7, 8), int4(-1, 1, -1, 0)));
  GIVES(5, sycl::select(1, 5 + zero, true));
  GIVES(char4(5, 2, 5, 2), sycl::select(char4(2), char4(static_cast<std::int8_t>(5 + zero)), char4(-1, 0, -1, 0)));
  return 0;
}

int main() {
  ON_BOTH(numbers<float>);
  ON_BOTH(numbers<double>);
  ON_BOTH(numbers<half>);
  ON_BOTH(vectors<float, std::int32_t>);
  ON_BOTH(vectors<double, std::int64_t>);
  ON_BOTH(vectors<half, std::int16_t>);
  ON_BOTH(any_and_all);
  ON_BOTH(bits);
  return result();
}
