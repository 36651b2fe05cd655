// Differences to `elementary.hpp` on NVIDIA's GPUs: functions of `float`, without double precision.
#pragma once

namespace sp::elementary {

inline f32 fused(f32 x, f32 y, f32 z) { return __builtin_fmaf(x, y, z); }

// A power of a base, of which the binary logarithm is given in two parts: 2^k is made of the bits of a sum that was
// rounded down, and the instruction, with an error of 2 units at most, has the rest. `k` is kept from -126 to 126: beyond
// that the rest is no fraction any more, and the result overflows, or is 0 or subnormal.
inline f32 power_of_base(f32 x, f32 logarithm, f32 low) {
  f32 part = __nvvm_saturate_f(fused(x, logarithm / 252, 0.5f));
  f32 sum = __nvvm_fma_rm_f(part, 252, 0x1.8p23f + 1);
  f32 rest = fused(x, low, fused(x, logarithm, (0x1.8p23f + 127) - sum));
  return flushed::fast_exp2(rest) * from_bits<f32>(bits(sum) << 23);
}
inline f32 exp(f32 x) { return power_of_base(x, 1.44269502162933349609f, 1.925963033500011e-8f); }
inline f32 exp2(f32 x) { return target::fast_exp2(x); }
inline f32 exp10(f32 x) { return power_of_base(x, 3.32192802429199218750f, 7.059536955011936e-8f); }

// The turns of an angle of 10^5 at least, less whole ones: the bits of 1 / (2 pi) that do not make whole turns, times
// the 24 digits. Payne and Hanek, "Radian Reduction for Trigonometric Functions". Few programs come here, so it is a
// function, which takes no registers of others.
extern "C" [[gnu::hot, gnu::noinline, gnu::const]] inline u64 __sp_turns_f32(u32 x) {
  constexpr u32 inverse[] = {0, 0x28be60db, 0x9391054a, 0x7f09d5f4, 0x7d4d3770, 0x36d8a566, 0x4f10e410, 0x7f9458ea};
  u32 exponent = (x >> 23 & 255) - 150 + 32, digits = (x & 0x7fffff) | 0x800000;
  u32 word = exponent >> 5, shift = exponent & 31;
  u32 parts[4] = {};
  for (u32 i = 0; i < 8; i++) {
    u32 place = i - word;
    for (u32 j = 0; j < 4; j++) parts[j] = place == j ? inverse[i] : parts[j];
  }
  u64 first = (u64(parts[0]) << 32 | parts[1]) << shift >> 32;
  u64 low = (u64(parts[1]) << 32 | parts[2]) << shift >> 32 << 32;
  low |= (u64(parts[2]) << 32 | parts[3]) << shift >> 32;
  u64 middle = digits * (low >> 32) + (digits * (low & 0xffffffff) >> 32);
  return (first * digits << 32) + middle;
}
inline angle<f32> reduced(f32 x) {
  f32 size = from_bits<f32>(magnitude(x));
  if (size < 105615.0f) {
    auto k = nearest(x * 0.636619772367581343f);
    f32 rest = fused(k.value, -0x1.921fb0p+0f, x);
    rest = fused(k.value, -0x1.5110b4p-22f, rest);
    rest = fused(k.value, -0x1.846988p-48f, rest);
    return {rest, k.number};
  }
  if (!is_finite(x)) return {not_a_number<f32>(), 0};
  u64 part = __sp_turns_f32(bits(size));
  i32 quarters = i32((part + (u64(1) << 61)) >> 62);
  f32 rest = f32(signed_of<f64>(part - (u64(quarters) << 62))) * 3.40612158008655459e-19f;
  return {sign_bit_set(x) ? -rest : rest, sign_bit_set(x) ? -quarters : quarters};
}

// A number as the sum of two.
struct pair { f32 high, low; };
inline pair wide_exponent(f32 y) { return {y, 0}; }
inline pair wide_exponent(i32 y) {
  f32 high = f32(y);
  return {high, y == as_signed(largest<u32> >> 1) ? -1.0f : f32(y - i32(high))};
}
inline pair wide_exponent(f64 y) { return {f32(y), f32(y - f64(f32(y)))}; }

// The binary logarithm of a positive number, with an error of 2^-31 of it.
inline pair log2_for_power(f32 x) {
#pragma clang fp contract(off)
  auto [e, f] = split(x);
  // (1 + f) as (1 + q) / (1 - q).
  f32 below = 2 + f, lost = f - (below - 2);
  f32 inverse = target::fast_divide(1, below);
  f32 q = f * inverse;
  f32 q_low = fused(-q, lost, fused(-q, below, f)) * inverse;
  f32 s = q * q;
  f32 rest = q * s * polynomial(s, 0.9617967f, 0.57707977f, 0.41190001f, 0.33661699f);
  constexpr f32 two_high = 2.88539004f, two_low = 3.85192598e-8f;
  f32 main = two_high * q;
  f32 low = fused(two_high, q, -main) + (two_low * q + two_high * q_low);
  f32 sum = e + main;
  low += main - (sum - e) + rest;
  f32 high = sum + low;
  return {high, low - (high - sum)};
}
inline f32 power(f32 x, pair y) {
#pragma clang fp contract(off)
  pair l = log2_for_power(x);
  f32 main = y.high * l.high;
  f32 low = fused(y.high, l.high, -main) + fused(y.high, l.low, y.low * l.high);
  // Beyond these the result is infinite or 0, and so may be what is above.
  bool is_large = !(from_bits<f32>(magnitude(main)) < 160.0f);
  f32 limit = limited(main, -160.0f, 160.0f);
  auto k = nearest(limited(main, -126.0f, 126.0f));
  return flushed::fast_exp2((limit - k.value) + (is_large ? 0 : low)) * power_of_two<f32>(k.number);
}

inline f32 expm1(f32 x) {
  f32 limit = limited(x, -25.0f, 88.8f);
  auto k = nearest(limit * 1.44269504088896341f);
  f32 r = fused(k.value, 1.90465429995e-9f, fused(k.value, -0.693147182464599609f, limit));
  f32 p = polynomial(r, 0.5f, 1.6666665459e-1f, 4.1665795894e-2f, 8.3334519073e-3f, 1.3981999507e-3f, 1.9875691500e-4f);
  // Half of each, since the power may be infinite and the result not.
  f32 half = power_of_two<f32>(k.number - 1);
  f32 value = 2 * fused(half, fused(r * r, p, r), half - 0.5f);
  return x == 0 || x != x ? x : value;
}
inline f32 tanh(f32 x) {
  f32 size = from_bits<f32>(magnitude(x)), z = x * x;
  f32 large = 1 - target::fast_divide(2, flushed::fast_exp2(limited(size, 0.0f, 10.0f) * 2.88539008177792681f) + 1);
  f32 small = fused(x * z, polynomial(z, -0.33333331f, 0.13332932f, -0.053876109f, 0.021120537f, -0.0062823882f), x);
  f32 value = choose(size < 0.6f, small, from_bits<f32>(bits(large) | (bits(x) & sign_bit<f32>)));
  return choose(x == x, value, x);
}
inline f32 hypot(f32 x, f32 y) {
  f32 a = from_bits<f32>(magnitude(x)), b = from_bits<f32>(magnitude(y));
  f32 large = a < b ? b : a, small = a < b ? a : b;
  // A power of 2 near the larger one.
  i32 e = (i32(bits(large) >> 23) - format<f32>::bias) & (large > 0x1p60f || large < 0x1p-60f ? -1 : 0);
  e = e > 126 ? 126 : e < -126 ? -126 : e;
  f32 scale = power_of_two<f32>(-e);
  large *= scale, small *= scale;
  f32 value = __builtin_sqrtf(fused(large, large, small * small)) * power_of_two<f32>(e);
  return is_inf(x) || is_inf(y) ? infinity<f32>() : x != x || y != y ? not_a_number<f32>() : value;
}

using arc = f32;
// The function of a number that is not negative, up to infinity.
inline f32 arc_tangent(f32 x) {
  bool large = x > 1;
  f32 t = choose(large, target::fast_divide(1, x), x);
  bool wide = t > 0.41421356237309504880f;
  f32 s = choose(wide, target::fast_divide(t - 1, t + 1), t), z = s * s;
  f32 a = fused(s * z, polynomial(z, -0.33333331f, 0.19999558f, -0.14264449f, 0.10748307f, -0.064651869f), s);
  a = wide ? a + 0.78539816339744830962f : a;
  return large ? 1.57079632679489661923f - a : a;
}

}  // namespace sp::elementary
