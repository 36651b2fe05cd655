// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
namespace sycl { inline namespace _V1 { namespace ext::oneapi {
// The upper half of a `float`. Arithmetic is that of `float`, rounded to the nearest even number.
class bfloat16 {
  unsigned short bits = 0;

  static constexpr unsigned short rounded(float x) {
    unsigned bits = __builtin_bit_cast(unsigned, x);
    if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<unsigned short>(bits >> 16 | 0x40); // not a number
    return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  }

public:
  constexpr bfloat16() = default;
  constexpr bfloat16(float x) : bits(rounded(x)) {}
  constexpr operator float() const { return __builtin_bit_cast(float, static_cast<unsigned>(bits) << 16); }
  constexpr bfloat16 operator-() const { return bfloat16(-static_cast<float>(*this)); }
#define SYP_BFLOAT16(op) \
  friend constexpr bfloat16 operator op(bfloat16 a, bfloat16 b) { \
    return bfloat16(static_cast<float>(a) op static_cast<float>(b)); \
  } \
  friend constexpr bfloat16 &operator op##=(bfloat16 &a, bfloat16 b) { return a = a op b; }
  SYP_BFLOAT16(+) SYP_BFLOAT16(-) SYP_BFLOAT16(*) SYP_BFLOAT16(/)
#undef SYP_BFLOAT16
  friend constexpr bfloat16 &operator++(bfloat16 &a) { return a += bfloat16(1.0f); }
  friend constexpr bfloat16 &operator--(bfloat16 &a) { return a -= bfloat16(1.0f); }
};
}}}
