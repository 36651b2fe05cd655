// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point numbers of 16 bits (section 4.14.1): a class around clang's `_Float16`. It converts to `float` without
// being asked and to nothing else, so that a call of a function with overloads for `float` and `double`, such as
// std::exp, means that for `float`.
#pragma once
#include <iosfwd>
#include <limits>
#include <memory>
#include <sycl/detail/config.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
namespace detail {
// The class is not of namespace sycl, whose functions an unqualified call with a half would mean otherwise.
namespace half_impl { class half; }
// Numbers that are operands beside `half` as they are.
template <class T> inline constexpr bool goes_with_half =
  std::is_arithmetic_v<T> || std::is_same_v<T, _Float16> || (std::is_enum_v<T> && std::is_convertible_v<T, int>);
// Type of an operator with `half` and another number.
template <class T>
using with_half = std::conditional_t<std::is_floating_point_v<T> && (sizeof(T) > 2), T, half_impl::half>;

class half_impl::half {
  _Float16 number;

public:
  half() = default;
  constexpr half(const float &from) : number(static_cast<_Float16>(from)) {}
  template <class T, detail::only_if<detail::goes_with_half<T>> = 0>
  constexpr half(const T &from) : number(static_cast<_Float16>(from)) {}
  template <class T, detail::only_if<std::is_class_v<T> && !std::is_same_v<T, half> &&
                                     std::is_convertible_v<const T &, float>> = 0>
  explicit constexpr half(const T &from) : half(static_cast<float>(from)) {}
  constexpr operator float() const { return static_cast<float>(number); }
  explicit constexpr operator _Float16() const { return number; }

  friend constexpr half operator+(const half &a) { return a; }
  friend constexpr half operator-(const half &a) { return -a.number; }
  constexpr half &operator++() { return *this = *this + half(1); }
  constexpr half &operator--() { return *this = *this - half(1); }
  constexpr half operator++(int) {
    const half before = *this;
    ++*this;
    return before;
  }
  constexpr half operator--(int) {
    const half before = *this;
    --*this;
    return before;
  }

  // With a `float` or `double`, the operation is of that type; integers become `half`.
#define SYCL_PASSES_OPERATOR(op, result, result_with) \
  friend constexpr result operator op(const half &a, const half &b) { return a.number op b.number; } \
  template <class T, detail::only_if<detail::goes_with_half<T>> = 0> \
  friend constexpr result_with operator op(const half &a, const T &b) { \
    if constexpr (std::is_same_v<detail::with_half<T>, half>) return a op half(b); \
    else return static_cast<T>(a.number) op b; \
  } \
  template <class T, detail::only_if<detail::goes_with_half<T>> = 0> \
  friend constexpr result_with operator op(const T &a, const half &b) { \
    if constexpr (std::is_same_v<detail::with_half<T>, half>) return half(a) op b; \
    else return a op static_cast<T>(b.number); \
  }
#define SYCL_PASSES_ARITHMETIC(op) \
  SYCL_PASSES_OPERATOR(op, half, detail::with_half<T>) \
  constexpr half &operator op##=(const half &b) { return *this = *this op b; } \
  template <class T, detail::only_if<detail::goes_with_half<T>> = 0> constexpr half &operator op##=(const T &b) { \
    return *this = *this op b; \
  }
  SYCL_PASSES_ARITHMETIC(+) SYCL_PASSES_ARITHMETIC(-) SYCL_PASSES_ARITHMETIC(*) SYCL_PASSES_ARITHMETIC(/)
  SYCL_PASSES_OPERATOR(==, bool, bool) SYCL_PASSES_OPERATOR(!=, bool, bool) SYCL_PASSES_OPERATOR(<, bool, bool)
  SYCL_PASSES_OPERATOR(>, bool, bool) SYCL_PASSES_OPERATOR(<=, bool, bool) SYCL_PASSES_OPERATOR(>=, bool, bool)
#undef SYCL_PASSES_ARITHMETIC
#undef SYCL_PASSES_OPERATOR

  template <class Traits>
  friend std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, const half &shown) {
    return out << static_cast<float>(shown);
  }
  template <class Traits>
  friend std::basic_istream<char, Traits> &operator>>(std::basic_istream<char, Traits> &in, half &to) {
    float read = 0;
    in >> read;
    to = read;
    return in;
  }
};
}
using half = detail::half_impl::half;

namespace detail {
template <class T> inline constexpr bool is_half = std::is_same_v<T, half> || std::is_same_v<T, _Float16>;
// Floating-point numbers that functions compute with.
template <class T>
inline constexpr bool is_real = std::is_same_v<T, float> || std::is_same_v<T, double> || is_half<T>;
// The type that the compiler knows a number by, in vectors and built-in functions.
template <class T> using plain = std::conditional_t<std::is_same_v<T, half>, _Float16, T>;
}
}}
SYCL_PASSES_INLINE_END

namespace std {
template <> class numeric_limits<sycl::half> {
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
  static constexpr sycl::half min() noexcept { return 0x1p-14f; }
  static constexpr sycl::half max() noexcept { return 65504.0f; }
  static constexpr sycl::half lowest() noexcept { return -65504.0f; }
  static constexpr sycl::half epsilon() noexcept { return 0x1p-10f; }
  static constexpr sycl::half round_error() noexcept { return 0.5f; }
  static constexpr sycl::half infinity() noexcept { return __builtin_huge_valf16(); }
  static constexpr sycl::half quiet_NaN() noexcept { return __builtin_nanf16(""); }
  static constexpr sycl::half signaling_NaN() noexcept { return __builtin_nansf16(""); }
  static constexpr sycl::half denorm_min() noexcept { return 0x1p-24f; }
};
template <> class numeric_limits<const sycl::half> : public numeric_limits<sycl::half> {};

template <> struct hash<sycl::half> {
  size_t operator()(sycl::half number) const noexcept { return hash<float>()(number); }
};
}
