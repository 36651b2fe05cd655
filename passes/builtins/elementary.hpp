// Elementary functions for the host and for NVIDIA's GPUs, without branches and calls as far as they can be.
//
// Loops over items of the host are vectorized with them; the C library's are calls for each item. They are for every
// processor of an architecture, so they use nothing that the smallest one lacks: no fused operations but where the
// processor has them, no rounding instruction. GPUs have fused operations and approximations as instructions, and many
// are slow in double precision: `elementary_nvptx.hpp` has what is different there of `float`. Errors are below the
// bounds of SYCL (`builtins/test/numbers.cpp` measures them).
#pragma once

#include "relational.hpp"
#include "target.hpp"

namespace sp::elementary {

#pragma clang fp contract(fast)

// Both values are computed. A conditional expression whose sides are calls is a branch, into which the optimizer moves
// what the value needs, and out of loops it moves nothing that is behind a branch.
template <class T> T choose(bool condition, T a, T b) { return condition ? a : b; }

// Adding this rounds to an integer, which is in the low bits of the sum.
template <class T> inline constexpr T shifter = T(0);
template <> inline constexpr f32 shifter<f32> = 12582912.0f;
template <> inline constexpr f64 shifter<f64> = 6755399441055744.0;

template <class T> struct whole { T value; signed_of<T> number; };
template <class T> whole<T> nearest(T x) {
#pragma clang fp contract(off)
  T sum = x + shifter<T>;
  return {sum - shifter<T>, signed_of<T>(bits(sum) - bits(shifter<T>))};
}

// 2^n for an exponent of a normal number.
template <class T> T power_of_two(signed_of<T> n) {
  return from_bits<T>(bits_of<T>(n + format<T>::bias) << format<T>::fraction);
}
// In two steps, since the power may be too large or too small for one.
template <class T> T scaled(T x, signed_of<T> n) {
  signed_of<T> half = n >> 1;
  return x * power_of_two<T>(half) * power_of_two<T>(n - half);
}

template <class T> T polynomial(T, T c) { return c; }
template <class T, class... C> T polynomial(T x, T c, C... rest) { return c + x * polynomial(x, T(rest)...); }

// e^r for |r| <= ln(2) / 2.
inline f32 exp_near_zero(f32 r) {
  f32 p = polynomial(r, 0.5f, 1.6666665459e-1f, 4.1665795894e-2f, 8.3334519073e-3f, 1.3981999507e-3f, 1.9875691500e-4f);
  return 1 + (r + r * r * p);
}
inline f64 exp_near_zero(f64 r) {
  f64 p = polynomial(r, 1 / 2., 1 / 6., 1 / 24., 1 / 120., 1 / 720., 1 / 5040., 1 / 40320., 1 / 362880., 1 / 3628800.,
                     1 / 39916800., 1 / 479001600., 1 / 6227020800.);
  return 1 + (r + r * r * p);
}

// Two instructions of x86, which bring the second operand where one is not a number.
template <class T> T limited(T x, T low, T high) {
  T y = low > x ? low : x;
  return high < y ? high : y;
}

// `x` in units of `unit`'s logarithm: the number of whole units, and the rest as a power of e.
#if !defined(SP_NVPTX)
inline f32 exp(f32 x) {
  x = limited(x, -105.0f, 89.5f);
  auto k = nearest(x * 1.44269504088896341f);
  f32 r = (x - k.value * 0.693359375f) - k.value * -2.12194440e-4f;
  return scaled(exp_near_zero(r), k.number);
}
#endif
inline f64 exp(f64 x) {
  x = limited(x, -750.0, 710.5);
  auto k = nearest(x * 1.44269504088896340736);
  f64 r = (x - k.value * 6.93147180369123816490e-01) - k.value * 1.90821492927058770002e-10;
  return scaled(exp_near_zero(r), k.number);
}
#if !defined(SP_NVPTX)
inline f32 exp2(f32 x) {
  x = limited(x, -152.0f, 129.0f);
  auto k = nearest(x);
  return scaled(exp_near_zero((x - k.value) * 0.693147180559945309f), k.number);
}
#endif
inline f64 exp2(f64 x) {
  x = limited(x, -1080.0, 1025.0);
  auto k = nearest(x);
  return scaled(exp_near_zero((x - k.value) * 0.693147180559945309417), k.number);
}
#if !defined(SP_NVPTX)
inline f32 exp10(f32 x) {
  x = limited(x, -46.0f, 39.0f);
  auto k = nearest(x * 3.32192809488736234787f);
  f32 r = (x - k.value * 3.00781250000000000000e-1f) - k.value * 2.48745663981195213739e-4f;
  return scaled(exp_near_zero(r * 2.302585092994045684f), k.number);
}
#endif
inline f64 exp10(f64 x) {
  x = limited(x, -325.0, 309.0);
  auto k = nearest(x * 3.32192809488736234787);
  f64 r = (x - k.value * 3.01029995663611771306e-01) - k.value * 3.69423907715893078616e-13;
  return scaled(exp_near_zero(r * 2.302585092994045684018), k.number);
}

// A positive number as 2^exponent * (1 + rest), with `rest` between sqrt(1/2) - 1 and sqrt(2) - 1.
template <class T> struct parts { T exponent, rest; };
template <class T> parts<T> split(T x) {
  constexpr int fraction = format<T>::fraction;
  constexpr bits_of<T> root = sizeof(T) == 4 ? bits_of<T>(0x3f3504f3) : bits_of<T>(0x3fe6a09e667f3bcc);
  T smallest_normal = from_bits<T>(bits_of<T>(1) << fraction);
  bool small = x < smallest_normal;
  T normal = small ? x * power_of_two<T>(fraction) : x;
  bits_of<T> from_root = bits(normal) - root;
  // An arithmetic shift of 64 bits is no instruction of small processors.
  bits_of<T> biased = (from_root >> fraction) ^ (bits_of<T>(1) << (sizeof(T) * 8 - fraction - 1));
  T sign = T(bits_of<T>(1) << (sizeof(T) * 8 - fraction - 1));
  // The number in the low bits of a sum, without a conversion.
  T exponent = from_bits<T>(bits(shifter<T>) + biased) - shifter<T> - sign;
  bits_of<T> digits = (from_root & ((bits_of<T>(1) << fraction) - 1)) + root;
  return {small ? exponent - T(fraction) : exponent, from_bits<T>(digits) - 1};
}
// Result of a logarithm where its argument is no positive finite number.
template <class T> T log_result(T x, T of_number) {
  of_number = x == infinity<T>() ? x : of_number;
  of_number = x == 0 ? -infinity<T>() : of_number;
  return x >= 0 ? of_number : not_a_number<T>();
}
// ln(1 + f) - f.
inline f32 log_rest(f32 f) {
  f32 p = polynomial(f, 3.3333331174e-1f, -2.4999993993e-1f, 2.0000714765e-1f, -1.6668057665e-1f, 1.4249322787e-1f,
                     -1.2420140846e-1f, 1.1676998740e-1f, -1.1514610310e-1f, 7.0376836292e-2f);
  f32 z = f * f;
  return f * z * p - 0.5f * z;
}
// ln(1 + f) - (f - f^2 / 2).
inline f64 log_rest_of_square(f64 f) {
  f64 s = f / (2 + f), z = s * s;
  f64 r = z * polynomial(z, 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
                         2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
                         1.479819860511658591e-01);
  return s * (0.5 * f * f + r);
}
inline f32 log(f32 x) {
  auto [e, f] = split(x);
  f32 y = log_rest(f) + e * -2.12194440e-4f;
  return log_result(x, (f + y) + e * 0.693359375f);
}
inline f64 log(f64 x) {
  auto [e, f] = split(x);
  f64 y = log_rest_of_square(f) + e * 1.90821492927058770002e-10;
  return log_result(x, e * 6.93147180369123816490e-01 - ((0.5 * f * f - y) - f));
}
inline f32 log2(f32 x) {
  auto [e, f] = split(x);
  f32 y = log_rest(f);
  constexpr f32 c = 0.44269504088896340735992f;
  return log_result(x, ((((y * c + f * c) + y) + f) + e));
}
inline f32 log10(f32 x) {
  auto [e, f] = split(x);
  f32 y = log_rest(f);
  f32 small = y * 7.00731903251827651129e-4f + f * 7.00731903251827651129e-4f + e * 2.48745663981195213739e-4f;
  return log_result(x, ((small + y * 4.3359375e-1f) + f * 4.3359375e-1f) + e * 3.0078125e-1f);
}
// The high half of the logarithm has 32 bits, so its product with a constant of 20 is exact.
inline f64 log_of_base(f64 x, f64 inverse_high, f64 inverse_low, f64 log2_high, f64 log2_low) {
#pragma clang fp contract(off)
  auto [e, f] = split(x);
  f64 half = 0.5 * f * f;
  f64 high = from_bits<f64>(bits(f - half) & 0xffffffff00000000);
  f64 low = (f - high) - half + log_rest_of_square(f);
  f64 value = high * inverse_high, first = e * log2_high;
  f64 rest = e * log2_low + (low + high) * inverse_low + low * inverse_high;
  f64 sum = first + value;
  rest += (first - sum) + value;
  return log_result(x, rest + sum);
}
inline f64 log2(f64 x) { return log_of_base(x, 1.44269504072144627571e+00, 1.67517131648865118353e-10, 1, 0); }
inline f64 log10(f64 x) {
  return log_of_base(x, 4.34294481878168880939e-01, 2.50829467116452752298e-11, 3.01029995663611771306e-01,
                     3.69423907715893078616e-13);
}

// An angle as quarter turns and a rest of at most an eighth.
template <class T> struct angle { T rest; i32 quarters; };

}  // namespace sp::elementary

#if defined(SP_NVPTX)
#include "elementary_nvptx.hpp"
#endif

namespace sp::elementary {

// From these on the arithmetic below is not exact, and the C library is called.
template <class T> inline constexpr T largest_angle = T(0);
template <> inline constexpr f32 largest_angle<f32> = 4e8f;
template <> inline constexpr f64 largest_angle<f64> = 1.6e6;

#if !defined(SP_NVPTX)
inline angle<f32> reduced(f32 x) {
  f64 wide = f64(x);
  auto k = nearest(wide * 0.63661977236758134308);
  // The first two parts of a quarter turn have 24 bits.
  f64 rest = wide - k.value * 0x1.921fb5p+0;
  rest = rest - k.value * 0x1.110b46p-26;
  rest = rest - k.value * 0x1.1a62633145c07p-54;
  return {f32(rest), i32(k.number)};
}
#endif
struct angle_f64 { f64 rest, tail; i32 quarters; };
inline angle_f64 reduced(f64 x) {
#pragma clang fp contract(off)
  // Parts of 33 bits.
  auto k = nearest(x * 6.36619772367581382433e-01);
  f64 first = x - k.value * 1.57079632673412561417e+00;
  f64 second = k.value * 6.07710050630396597660e-11;
  f64 left = first - second;
  f64 lost = (first - left) - second;
  f64 third = k.value * 2.02226624879595063154e-21 - lost;
  f64 rest = left - third;
  return {rest, (left - rest) - third, i32(k.number)};
}
inline f32 sine(f32 r) {
  f32 z = r * r;
  return r + r * z * polynomial(z, -1.6666654611e-1f, 8.3321608736e-3f, -1.9515295891e-4f);
}
inline f32 cosine(f32 r) {
  f32 z = r * r;
  return (1 - 0.5f * z) + z * z * polynomial(z, 4.166664568298827e-2f, -1.388731625493765e-3f, 2.443315711809948e-5f);
}
inline f64 sine(f64 r, f64 tail) {
  f64 z = r * r, v = z * r;
  f64 p = polynomial(z, 8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                     -2.50507602534068634195e-08, 1.58969099521155010221e-10);
  return r - ((z * (0.5 * tail - v * p) - tail) - v * -1.66666666666666324348e-01);
}
inline f64 cosine(f64 r, f64 tail) {
  f64 z = r * r;
  f64 p = z * polynomial(z, 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
                         -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11);
  f64 half = 0.5 * z, w = 1 - half;
  return w + (((1 - w) - half) + (z * p - r * tail));
}
struct both_f32 { f32 sine, cosine; i32 quarters; };
struct both_f64 { f64 sine, cosine; i32 quarters; };
inline both_f32 both(f32 x) {
  auto a = reduced(x);
  return {sine(a.rest), cosine(a.rest), a.quarters};
}
inline both_f64 both(f64 x) {
  auto a = reduced(x);
  return {sine(a.rest, a.tail), cosine(a.rest, a.tail), a.quarters};
}
template <class T> T negated_if(T x, bits_of<T> sign) { return from_bits<T>(bits(x) ^ sign << (sizeof(T) * 8 - 1)); }
template <class T> T sin(T x) {
  auto [s, c, quarters] = both(x);
  T value = negated_if(quarters & 1 ? c : s, bits_of<T>(u32(quarters) >> 1 & 1));
  return x == 0 ? x : value;
}
template <class T> T cos(T x) {
  auto [s, c, quarters] = both(x);
  return negated_if(quarters & 1 ? s : c, bits_of<T>(u32(quarters + 1) >> 1 & 1));
}
template <class T> T tan(T x) {
  auto [s, c, quarters] = both(x);
  T value = quarters & 1 ? -c / s : s / c;
  return x == 0 ? x : value;
}

#if !defined(SP_NVPTX)
// x^y of positive numbers, in double precision: an error of 2^-34 of the exponent at most, which is 2^7 at most. As
// `split` does, but with integers of 32 bits.
inline f64 log2_for_power(f32 x) {
  constexpr u32 root = 0x3f3504f3;
  bool small = x < 0x1p-126f;
  u32 from_root = bits(small ? x * 0x1p23f : x) - root;
  i32 exponent = (i32(from_root) >> 23) - (small ? 23 : 0);
  f64 f = f64(from_bits<f32>((from_root & 0x7fffff) + root) - 1);
  f64 s = f / (2 + f), z = s * s;
  f64 p = polynomial(z, 2.8853900817779268, 0.96179669392597561, 0.57707801635558537, 0.41219858311113241,
                     0.32059889797532520, 0.26230818925253880);
  return s * p + f64(exponent);
}
template <class T> f64 wide_exponent(T y) { return f64(y); }
inline f32 power(f32 x, f64 y) {
  f64 t = limited(y * log2_for_power(x), -160.0, 130.0);
  auto k = nearest(t);
  f64 r = (t - k.value) * 0.693147180559945309417;
  f64 p = polynomial(r, 1.0, 1.0, 1 / 2., 1 / 6., 1 / 24., 1 / 120., 1 / 720., 1 / 5040.);
  return f32(p * power_of_two<f64>(k.number));
}
#endif
// `pow` of C. What is not about the power itself is asked of `float` and of integers of as many bits: comparisons of
// wider ones are no instructions of small processors, and vectors of them have half the lanes.
template <class Wide> f32 power(f32 x, f32 y, Wide wide_y, bool integer, bool odd) {
  f32 size = from_bits<f32>(magnitude(x));
  f32 result = power(size, wide_y);
  // 0 and infinity to a power. An infinite exponent is one that is too large.
  bool infinite = size == infinity<f32>();
  result = ((size == 0) | infinite) ? ((size == 0) != (y < 0) ? 0.0f : infinity<f32>()) : result;
  result = size == 1 ? 1.0f : result;
  result = from_bits<f32>(bits(result) ^ (odd ? bits(x) & sign_bit<f32> : 0));
  result = ((x < 0) & !integer & !infinite) ? not_a_number<f32>() : result;
  result = ((x != x) | (y != y)) ? not_a_number<f32>() : result;
  result = ((x == 1) | (y == 0)) ? 1.0f : result;
  // Last, so that nothing else is left of squares that programs spell like this.
  return y == 2 ? x * x : result;
}
inline f32 pow(f32 x, f32 y) {
  // From 2^24 on all numbers are even.
  f32 near = y > -0x1p24f ? y : -0x1p24f;
  near = near < 0x1p24f ? near : 0x1p24f;
  i32 whole = i32(near);
  bool integer = f32(whole) == near;
  return power(x, y, wide_exponent(y), integer, integer & ((whole & 1) != 0));
}
inline f32 pown(f32 x, i32 n) { return power(x, f32(n), wide_exponent(n), true, (n & 1) != 0); }

// Others of `float`, in double precision, where differences of numbers near each other keep enough digits. Of small
// numbers the first term of the series is the value.
template <int Bits> f32 or_small(f32 x, f32 value) {
  return from_bits<f32>(magnitude(x)) < power_of_two<f32>(-Bits) ? x : value;
}
inline f32 with_sign_of(f32 size, f32 x) {
  return from_bits<f32>((bits(size) & ~sign_bit<f32>) | (bits(x) & sign_bit<f32>));
}
inline f32 size(f32 x) { return from_bits<f32>(magnitude(x)); }
inline f64 size_of(f32 x) { return f64(size(x)); }
#if !defined(SP_NVPTX)
inline f32 expm1(f32 x) { return or_small<24>(x, f32(exp(f64(x)) - 1)); }
#endif
inline f32 log1p(f32 x) { return or_small<24>(x, f32(log(1 + f64(x)))); }
inline f32 sinh(f32 x) {
  f64 e = exp(size_of(x));
  return or_small<12>(x, with_sign_of(f32(0.5 * e - 0.5 / e), x));
}
inline f32 cosh(f32 x) {
  f64 e = exp(size_of(x));
  return f32(0.5 * e + 0.5 / e);
}
#if !defined(SP_NVPTX)
inline f32 tanh(f32 x) { return or_small<12>(x, with_sign_of(f32(1 - 2 / (exp(2 * size_of(x)) + 1)), x)); }
#endif
inline f32 asinh(f32 x) {
  f64 s = size_of(x);
  return or_small<12>(x, with_sign_of(f32(log(s + __builtin_sqrt(s * s + 1))), x));
}
inline f32 acosh(f32 x) {
  f64 wide = x;
  f32 value = f32(log(wide + __builtin_sqrt(wide * wide - 1)));
  return x >= 1 ? value : not_a_number<f32>();
}
inline f32 atanh(f32 x) {
  f64 s = size_of(x);
  return or_small<12>(x, from_bits<f32>(bits(f32(0.5 * log((1 + s) / (1 - s)))) ^ (bits(x) & sign_bit<f32>)));
}
#if !defined(SP_NVPTX)
inline f32 hypot(f32 x, f32 y) {
  f32 value = f32(__builtin_sqrt(f64(x) * x + f64(y) * y));
  bool infinite_x = magnitude(x) == infinity_bits<f32>, infinite_y = magnitude(y) == infinity_bits<f32>;
  return (infinite_x | infinite_y) ? infinity<f32>() : value;
}
#endif
inline f32 cbrt(f32 x) {
  f32 root = with_sign_of(power(from_bits<f32>(magnitude(x)), wide_exponent(1 / 3.)), x);
  return x == 0 || !is_finite(x) ? x : root;
}
#if !defined(SP_NVPTX)
using arc = f64;
// The function of a number that is not negative, up to infinity.
inline f64 arc_tangent(f64 x) {
  bool large = x > 1;
  f64 t = choose(large, 1 / x, x);
  bool wide = t > 0.41421356237309504880;
  f64 s = choose(wide, (t - 1) / (t + 1), t), z = s * s;
  f64 a = s + s * z * polynomial(z, -3.33329491539e-1, 1.99777106478e-1, -1.38776856032e-1, 8.05374449538e-2);
  a = wide ? a + 0.78539816339744830962 : a;
  return large ? 1.57079632679489661923 - a : a;
}
#endif
inline f32 atan(f32 x) { return or_small<12>(x, with_sign_of(f32(arc_tangent(arc(size(x)))), x)); }
// The arc sine of numbers up to a half; of others it is a quarter turn less twice that of `half_angle`.
inline f32 arc_sine(f32 x) {
  f32 z = x * x;
  return x + x * z * polynomial(z, 1.6666752422e-1f, 7.4953002686e-2f, 4.5470025998e-2f, 2.4181311049e-2f,
                                4.2163199048e-2f);
}
inline f32 half_angle(f32 size) { return target::fast_sqrt((1 - size) * 0.5f); }
inline f32 asin(f32 x) {
  f32 size = from_bits<f32>(magnitude(x));
  bool large = size > 0.5f;
  f32 a = arc_sine(choose(large, half_angle(size), size));
  a = choose(large, 1.57079637050628662f - (2 * a + 4.37113900018624283e-8f), a);
  return choose(size <= 1, with_sign_of(a, x), not_a_number<f32>());
}
inline f32 acos(f32 x) {
  f32 size = from_bits<f32>(magnitude(x));
  bool large = size > 0.5f, negative = x < 0;
  f32 a = arc_sine(choose(large, half_angle(size), size));
  a = large ? 2 * a : a;
  // From 0, a quarter, or half a turn.
  f32 high = large ? (negative ? 3.14159274101257324f : 0.0f) : 1.57079637050628662f;
  f32 low = large ? (negative ? -8.74227800037248566e-8f : 0.0f) : -4.37113900018624283e-8f;
  a = high + (low + (large != negative ? a : -a));
  return choose(size <= 1, a, not_a_number<f32>());
}
inline f32 atan2(f32 y, f32 x) {
  arc above = arc(size(y)), below = arc(size(x));
  bool same_size = above == below;
  // Of two zeros and of two infinities.
  arc ratio = choose(same_size, arc(above != 0), above / below);
  arc a = arc_tangent(ratio);
  a = choose(sign_bit_set(x), arc(3.14159265358979323846) - a, a);
  return choose((x != x) | (y != y), not_a_number<f32>(), with_sign_of(f32(a), y));
}

#if defined(SP_HOST)
// Results beyond the arithmetic above, for one angle or a vector of them: with a vector one test is enough. These stay
// functions, so that the optimizer can put the one for vectors in the place of that for scalars
// (`passes/src/link_builtins`).
enum class wave { sine, cosine, tangent };
template <wave W> f32 of_library(f32 x) {
  return W == wave::sine ? external::sin(x) : W == wave::cosine ? external::cos(x) : external::tan(x);
}
template <wave W> f64 of_library(f64 x) {
  return W == wave::sine ? external::sin(x) : W == wave::cosine ? external::cos(x) : external::tan(x);
}
template <class T> bool is_small(T x) { return from_bits<T>(magnitude(x)) < largest_angle<T>; }
template <wave W, class T> T for_any_angle(T x, T value) {
  using E = element<T>;
  if constexpr (lanes<T> == 1) {
    return is_small(x) ? value : of_library<W>(x);
  } else {
    bits_of<E> large = 0;
    for (int i = 0; i < lanes<T>; i++) large |= !is_small(E(x[i]));
    if (large) {
      for (int i = 0; i < lanes<T>; i++) {
        if (!is_small(E(x[i]))) value[i] = of_library<W>(E(x[i]));
      }
    }
    return value;
  }
}

}  // namespace sp::elementary

#define SP_ANY_ANGLE(name, wave, type) \
  [[gnu::hot, gnu::noinline, gnu::const]] type name(type x, type value) { \
    return sp::elementary::for_any_angle<sp::elementary::wave>(x, value); \
  }
#define SP_ANY_ANGLES(name, wave, type) \
  SP_ANY_ANGLE(name, wave, type) \
  SP_ANY_ANGLE(name##_v2, wave, SP_VECTOR(type, 2)) \
  SP_ANY_ANGLE(name##_v4, wave, SP_VECTOR(type, 4)) \
  SP_ANY_ANGLE(name##_v8, wave, SP_VECTOR(type, 8)) \
  SP_ANY_ANGLE(name##_v16, wave, SP_VECTOR(type, 16))
#define SP_VECTOR(type, lanes) sp::vec<type, lanes>
extern "C" {
SP_ANY_ANGLES(__sp_any_sin_f32, wave::sine, sp::f32)
SP_ANY_ANGLES(__sp_any_sin_f64, wave::sine, sp::f64)
SP_ANY_ANGLES(__sp_any_cos_f32, wave::cosine, sp::f32)
SP_ANY_ANGLES(__sp_any_cos_f64, wave::cosine, sp::f64)
SP_ANY_ANGLES(__sp_any_tan_f32, wave::tangent, sp::f32)
SP_ANY_ANGLES(__sp_any_tan_f64, wave::tangent, sp::f64)
}
#undef SP_VECTOR
#undef SP_ANY_ANGLES
#undef SP_ANY_ANGLE

namespace sp::elementary {

inline f32 any_sin(f32 x) { return __sp_any_sin_f32(x, sin(x)); }
inline f64 any_sin(f64 x) { return __sp_any_sin_f64(x, sin(x)); }
inline f32 any_cos(f32 x) { return __sp_any_cos_f32(x, cos(x)); }
inline f64 any_cos(f64 x) { return __sp_any_cos_f64(x, cos(x)); }
inline f32 any_tan(f32 x) { return __sp_any_tan_f32(x, tan(x)); }
inline f64 any_tan(f64 x) { return __sp_any_tan_f64(x, tan(x)); }

}  // namespace sp::elementary
#else
// All angles of `float` are reduced exactly.
inline f32 any_sin(f32 x) { return sin(x); }
inline f32 any_cos(f32 x) { return cos(x); }
inline f32 any_tan(f32 x) { return tan(x); }
inline bool is_small(f64 x) { return from_bits<f64>(magnitude(x)) < largest_angle<f64>; }
inline f64 any_sin(f64 x) { return is_small(x) ? sin(x) : external::sin(x); }
inline f64 any_cos(f64 x) { return is_small(x) ? cos(x) : external::cos(x); }
inline f64 any_tan(f64 x) { return is_small(x) ? tan(x) : external::tan(x); }

}  // namespace sp::elementary
// The following is exact where it says so.
#pragma clang fp contract(off)
#endif
