// Functions that LLVM's code generator calls where a processor has no instruction, under the names of the compiler's
// own library: images need nothing but the C library. The pass `work-group-functions` links them where they are needed.
// They compute with integers, since conversions in them would be calls of themselves.
#pragma once

#include "types.hpp"

namespace sp {

// A half as the bits of a float. A signaling NaN becomes a quiet one.
constexpr u32 widened(u16 half) {
  u32 sign = u32(half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 0x3ff;
  if (exponent == 31) return sign | infinity_bits<f32> | fraction << 13 | (fraction != 0 ? 1u << 22 : 0);
  if (exponent != 0) return sign | (exponent + 127 - 15) << 23 | fraction << 13;
  if (fraction == 0) return sign;
  u32 shift = u32(__builtin_clz(fraction)) - 8;
  return sign | (127 - 1 - shift) << 23 | (fraction << shift & 0x7fffff);
}

// The half nearest to a number, to even between two.
template <class T> constexpr u16 narrowed(T x) {
  using U = bits_of<T>;
  constexpr int width = format<T>::fraction, dropped = width - 10;
  constexpr U one = 1, bias = format<T>::bias;
  U all = bits(x), absolute = all & ~sign_bit<T>;
  u16 sign = u16(all >> (sizeof(T) * 8 - 16) & 0x8000);
  if (absolute > infinity_bits<T>) return u16(sign | 0x7e00 | (absolute >> dropped & 0x3ff));
  U exponent = absolute >> width;
  if (exponent > bias + 15) return sign | 0x7c00;
  // What is rounded up to the next exponent carries into it, in the end into that of infinity.
  if (exponent >= bias - 14) {
    U moved = absolute - ((bias - 15) << width);
    return u16(sign | (moved + (one << (dropped - 1)) - 1 + (moved >> dropped & 1)) >> dropped);
  }
  // In units of the smallest half, 2^-24.
  U shift = bias - 24 + width - exponent;
  if (shift > width + 1) return sign;
  U digits = (absolute & ((one << width) - 1)) | one << width, rest = digits & ((one << shift) - 1);
  U units = digits >> shift, middle = one << (shift - 1);
  return u16(sign | (units + (rest > middle || (rest == middle && (units & 1)))));
}

using u128 = unsigned __int128;

struct division {
  u128 quotient, rest;
};

// Digit by digit. A division by zero is undefined, as everywhere.
constexpr division divide(u128 a, u128 b) {
  division result{0, 0};
  for (int digit = 127; digit >= 0; digit--) {
    bool carry = result.rest >> 127;
    result.rest = result.rest << 1 | (a >> digit & 1);
    if (!carry && result.rest < b) continue;
    result.rest -= b;
    result.quotient |= u128(1) << digit;
  }
  return result;
}
constexpr u128 magnitude(u128 x) { return x >> 127 ? -x : x; }

}  // namespace sp

extern "C" {
[[gnu::used]] inline sp::f32 __extendhfsf2(sp::f16 x) { return sp::from_bits<sp::f32>(sp::widened(sp::bits(x))); }
[[gnu::used]] inline sp::f16 __truncsfhf2(sp::f32 x) { return sp::from_bits<sp::f16>(sp::narrowed(x)); }
[[gnu::used]] inline sp::f16 __truncdfhf2(sp::f64 x) { return sp::from_bits<sp::f16>(sp::narrowed(x)); }

[[gnu::used]] inline sp::u128 __udivti3(sp::u128 a, sp::u128 b) { return sp::divide(a, b).quotient; }
[[gnu::used]] inline sp::u128 __umodti3(sp::u128 a, sp::u128 b) { return sp::divide(a, b).rest; }
[[gnu::used]] inline sp::u128 __divti3(sp::u128 a, sp::u128 b) {
  sp::u128 quotient = sp::divide(sp::magnitude(a), sp::magnitude(b)).quotient;
  return (a ^ b) >> 127 ? -quotient : quotient;
}
[[gnu::used]] inline sp::u128 __modti3(sp::u128 a, sp::u128 b) {
  sp::u128 rest = sp::divide(sp::magnitude(a), sp::magnitude(b)).rest;
  return a >> 127 ? -rest : rest;
}
}
