// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extensions sycl_ext_oneapi_bfloat16 and sycl_ext_oneapi_bfloat16_math_functions: the upper 16 bits of a `float`.
#pragma once
#include <sycl/math.hpp>

#define SYCL_EXT_ONEAPI_BFLOAT16 1
#define SYCL_EXT_ONEAPI_BFLOAT16_MATH_FUNCTIONS 1

#ifdef __SYCL_DEVICE_ONLY__
SYP_BUILTIN_AS(ConvertFToBF16INTEL, __spirv_ConvertFToBF16INTEL, [[gnu::const]])
#endif

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
namespace ext::oneapi {
class bfloat16 {
  std::uint16_t bits;

  // To the nearest, to even of two; a NaN stays one.
  static constexpr std::uint16_t rounded(float number) {
#ifdef __SYCL_DEVICE_ONLY__
    if (!__builtin_is_constant_evaluated()) return SYP_CALL(std::uint16_t, ConvertFToBF16INTEL, number);
#endif
    const std::uint32_t all = __builtin_bit_cast(std::uint32_t, number);
    if ((all & 0x7fffffff) > 0x7f800000) return static_cast<std::uint16_t>((all >> 16) | 0x40);
    return static_cast<std::uint16_t>((all + 0x7fff + ((all >> 16) & 1)) >> 16);
  }

public:
  bfloat16() = default;
  constexpr bfloat16(const bfloat16 &) = default;
  constexpr bfloat16 &operator=(const bfloat16 &) = default;
  // Constructor from any number, so that none is ambiguous.
  template <class T, detail::only_if<detail::is_numeric<T>> = 0>
  constexpr bfloat16(const T &number) : bits(rounded(static_cast<float>(number))) {}
  constexpr operator float() const { return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16); }
  constexpr operator half() const { return static_cast<float>(*this); }
  explicit constexpr operator bool() const { return (bits & 0x7fff) != 0; }

  friend constexpr bfloat16 operator-(const bfloat16 &a) { return -static_cast<float>(a); }
  friend constexpr bfloat16 &operator++(bfloat16 &a) { return a = static_cast<float>(a) + 1; }
  friend constexpr bfloat16 &operator--(bfloat16 &a) { return a = static_cast<float>(a) - 1; }
  friend constexpr bfloat16 operator++(bfloat16 &a, int) {
    const bfloat16 before = a;
    ++a;
    return before;
  }
  friend constexpr bfloat16 operator--(bfloat16 &a, int) {
    const bfloat16 before = a;
    --a;
    return before;
  }
  // Numbers of other types are not rounded first, and comparisons with them are exact to a `float`.
#define SYCL_PASSES_OPERATOR(result, op) \
  friend constexpr result operator op(const bfloat16 &a, const bfloat16 &b) { \
    return static_cast<float>(a) op static_cast<float>(b); \
  } \
  template <class T, detail::only_if<detail::is_numeric<T>> = 0> \
  friend constexpr result operator op(const bfloat16 &a, const T &b) { \
    return static_cast<float>(a) op static_cast<float>(b); \
  } \
  template <class T, detail::only_if<detail::is_numeric<T>> = 0> \
  friend constexpr result operator op(const T &a, const bfloat16 &b) { \
    return static_cast<float>(a) op static_cast<float>(b); \
  }
  SYCL_PASSES_OPERATOR(bfloat16, +) SYCL_PASSES_OPERATOR(bfloat16, -) SYCL_PASSES_OPERATOR(bfloat16, *)
  SYCL_PASSES_OPERATOR(bfloat16, /) SYCL_PASSES_OPERATOR(bool, ==) SYCL_PASSES_OPERATOR(bool, !=)
  SYCL_PASSES_OPERATOR(bool, <) SYCL_PASSES_OPERATOR(bool, >) SYCL_PASSES_OPERATOR(bool, <=)
  SYCL_PASSES_OPERATOR(bool, >=)
#undef SYCL_PASSES_OPERATOR
#define SYCL_PASSES_OPERATOR(op) \
  template <class T, detail::only_if<std::is_convertible_v<const T &, bfloat16>> = 0> \
  friend constexpr bfloat16 &operator op##=(bfloat16 &a, const T &b) { return a = a op b; } \
  template <class T, detail::only_if<detail::is_numeric<T>> = 0> \
  friend constexpr T &operator op##=(T &a, const bfloat16 &b) { return a = static_cast<T>(a op static_cast<float>(b)); }
  SYCL_PASSES_OPERATOR(+) SYCL_PASSES_OPERATOR(-) SYCL_PASSES_OPERATOR(*) SYCL_PASSES_OPERATOR(/)
#undef SYCL_PASSES_OPERATOR
};
}

// Functions that compute in `float` and round once: of numbers, vectors and arrays.
namespace ext::oneapi::experimental {
using oneapi::bfloat16;
#define SYCL_PASSES_BFLOAT16(name) \
  struct name##_of { \
    template <class Value, class... Parts> static Value run(Parts... parts) { \
      return sycl::name(static_cast<float>(parts)...); \
    } \
  };
namespace bfloat16_detail {
SYCL_PASSES_BFLOAT16(ceil) SYCL_PASSES_BFLOAT16(cos) SYCL_PASSES_BFLOAT16(exp) SYCL_PASSES_BFLOAT16(exp2)
SYCL_PASSES_BFLOAT16(exp10) SYCL_PASSES_BFLOAT16(fabs) SYCL_PASSES_BFLOAT16(floor) SYCL_PASSES_BFLOAT16(fma)
SYCL_PASSES_BFLOAT16(fmax) SYCL_PASSES_BFLOAT16(fmin) SYCL_PASSES_BFLOAT16(log)
SYCL_PASSES_BFLOAT16(log2) SYCL_PASSES_BFLOAT16(log10) SYCL_PASSES_BFLOAT16(rint) SYCL_PASSES_BFLOAT16(rsqrt)
SYCL_PASSES_BFLOAT16(sin) SYCL_PASSES_BFLOAT16(sqrt) SYCL_PASSES_BFLOAT16(tanh) SYCL_PASSES_BFLOAT16(trunc)
struct isnan_of {
  template <class T> static bool run(T x) { return sycl::isnan(static_cast<float>(x)); }
};
template <class Value> inline constexpr bool is_of = std::is_same_v<detail::scalar_of<Value>, bfloat16>;
}
#undef SYCL_PASSES_BFLOAT16
#define SYCL_PASSES_BFLOAT16(name) \
  template <class First, class Value = detail::same_result<First>, detail::only_if<bfloat16_detail::is_of<Value>> = 0> \
  Value name(const First &x) { \
    return detail::each_on_host<bfloat16_detail::name##_of, Value, Value>(x); \
  }
SYCL_PASSES_BFLOAT16(ceil) SYCL_PASSES_BFLOAT16(cos) SYCL_PASSES_BFLOAT16(exp) SYCL_PASSES_BFLOAT16(exp2)
SYCL_PASSES_BFLOAT16(exp10) SYCL_PASSES_BFLOAT16(fabs) SYCL_PASSES_BFLOAT16(floor) SYCL_PASSES_BFLOAT16(log)
SYCL_PASSES_BFLOAT16(log2) SYCL_PASSES_BFLOAT16(log10) SYCL_PASSES_BFLOAT16(rint) SYCL_PASSES_BFLOAT16(rsqrt)
SYCL_PASSES_BFLOAT16(sin) SYCL_PASSES_BFLOAT16(sqrt) SYCL_PASSES_BFLOAT16(tanh) SYCL_PASSES_BFLOAT16(trunc)
#undef SYCL_PASSES_BFLOAT16
template <class First, class Second, class Value = detail::same_result<First, Second>,
          detail::only_if<bfloat16_detail::is_of<Value>> = 0>
Value fmax(const First &x, const Second &y) {
  return detail::each_on_host<bfloat16_detail::fmax_of, Value, Value>(x, y);
}
template <class First, class Second, class Value = detail::same_result<First, Second>,
          detail::only_if<bfloat16_detail::is_of<Value>> = 0>
Value fmin(const First &x, const Second &y) {
  return detail::each_on_host<bfloat16_detail::fmin_of, Value, Value>(x, y);
}
template <class First, class Second, class Third, class Value = detail::same_result<First, Second, Third>,
          detail::only_if<bfloat16_detail::is_of<Value>> = 0>
Value fma(const First &x, const Second &y, const Third &z) {
  return detail::each_on_host<bfloat16_detail::fma_of, Value, Value>(x, y, z);
}
template <class First, class Value = detail::same_result<First>, detail::only_if<bfloat16_detail::is_of<Value>> = 0>
detail::truth_for<Value> isnan(const First &x) {
  return detail::each_on_host<bfloat16_detail::isnan_of, detail::truth_for<Value>, Value>(x);
}
}
}}
SYCL_PASSES_INLINE_END

namespace std {
template <> class numeric_limits<sycl::ext::oneapi::bfloat16> : public numeric_limits<float> {
  using number = sycl::ext::oneapi::bfloat16;

public:
  static constexpr int digits = 8, digits10 = 2, max_digits10 = 4;
  static constexpr number min() noexcept { return 0x1p-126f; }
  static constexpr number max() noexcept { return 0x1.fep127f; }
  static constexpr number lowest() noexcept { return -0x1.fep127f; }
  static constexpr number epsilon() noexcept { return 0x1p-7f; }
  static constexpr number round_error() noexcept { return 0.5f; }
  static constexpr number infinity() noexcept { return __builtin_huge_valf(); }
  static constexpr number quiet_NaN() noexcept { return __builtin_nanf(""); }
  static constexpr number signaling_NaN() noexcept { return __builtin_nanf(""); }
  static constexpr number denorm_min() noexcept { return 0x1p-133f; }
};
template <> struct hash<sycl::ext::oneapi::bfloat16> {
  size_t operator()(sycl::ext::oneapi::bfloat16 number) const noexcept { return hash<float>()(number); }
};
}
