// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point numbers of 16 bits (section 4.14.1): `half` is clang's `_Float16`, so its operators are the
// compiler's. What standard libraries before C++23's do not say about it is here.
#pragma once
#include <iosfwd>
#include <limits>
#include <memory>
#include <sycl/detail/config.hpp>

namespace sycl { inline namespace _V1 {
using half = _Float16;
namespace detail {
// Floating-point numbers that functions compute with.
template <class T>
inline constexpr bool is_real = std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, half>;
}
}}

#ifndef __STDCPP_FLOAT16_T__
namespace std {
template <> class numeric_limits<_Float16> {
public:
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, has_denorm_loss = false;
  static constexpr bool is_iec559 = true, is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
  static constexpr float_round_style round_style = round_to_nearest;
  static constexpr int digits = 11, digits10 = 3, max_digits10 = 5, radix = 2;
  static constexpr int min_exponent = -13, min_exponent10 = -4, max_exponent = 16, max_exponent10 = 4;
#if __cplusplus < 202302L
  static constexpr float_denorm_style has_denorm = denorm_present;
#endif
  static constexpr _Float16 min() noexcept { return 0x1p-14f16; }
  static constexpr _Float16 max() noexcept { return 65504.0f16; }
  static constexpr _Float16 lowest() noexcept { return -65504.0f16; }
  static constexpr _Float16 epsilon() noexcept { return 0x1p-10f16; }
  static constexpr _Float16 round_error() noexcept { return 0.5f16; }
  static constexpr _Float16 infinity() noexcept { return __builtin_huge_valf16(); }
  static constexpr _Float16 quiet_NaN() noexcept { return __builtin_nanf16(""); }
  static constexpr _Float16 signaling_NaN() noexcept { return __builtin_nansf16(""); }
  static constexpr _Float16 denorm_min() noexcept { return 0x1p-24f16; }
};
template <> class numeric_limits<const _Float16> : public numeric_limits<_Float16> {};

template <> struct hash<_Float16> {
  size_t operator()(_Float16 number) const noexcept { return hash<float>()(number); }
};

// In `std`, where streams are looked for operators in: the type has no namespace.
template <class Traits> basic_ostream<char, Traits> &operator<<(basic_ostream<char, Traits> &out, _Float16 number) {
  return out << static_cast<float>(number);
}
template <class Traits> basic_istream<char, Traits> &operator>>(basic_istream<char, Traits> &in, _Float16 &number) {
  float read = 0;
  in >> read;
  number = static_cast<_Float16>(read);
  return in;
}
}
#endif
