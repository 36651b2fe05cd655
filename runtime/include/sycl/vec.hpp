// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors and their swizzles (section 4.14.2).
//
// The elements are an array, which programs take references to; operators take all of it as a vector of clang's. The
// operators are friends of one base class and not of each vector type, so that types cost nothing that is not used;
// their parameters are of any type, so that no call is ambiguous.
#pragma once
#include <sycl/detail/builtins.hpp>
#include <sycl/half.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
// `automatic` is `rte` for floating-point numbers and `rtz` for integers, by the type that is converted (section 4.14.2.5).
enum class rounding_mode : int { automatic, rte, rtz, rtp, rtn };

struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3, r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7;
  static constexpr int s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

template <class T, int Size> class vec;

namespace detail {
template <class T, int Of, bool Writable, int... At> class swizzled;

template <class T, int Size> using native = plain<T> __attribute__((ext_vector_type(Size)));
struct no_vector {};
template <class T, int Size, bool IsNative> struct native_of { using type = no_vector; };
template <class T, int Size> struct native_of<T, Size, true> { using type = native<T, Size>; };
template <class T> inline constexpr bool is_numeric = std::is_integral_v<T> || is_real<T>;
template <class T, int Size> inline constexpr bool has_native = Size > 1 && is_numeric<T> && !std::is_same_v<T, bool>;
template <size_t Bytes> struct integer_of;
template <> struct integer_of<1> { using type = std::int8_t; };
template <> struct integer_of<2> { using type = std::int16_t; };
template <> struct integer_of<4> { using type = std::int32_t; };
template <> struct integer_of<8> { using type = std::int64_t; };
// An integer of the size of a type: what comparisons of vectors give, -1 for true.
template <class T> using truth = typename integer_of<sizeof(T)>::type;

// The vector that a vector or a swizzle is, and its number of elements; 0 for other types.
template <class Type> struct lanes_of { static constexpr int count = 0; };
template <class T, int Size> struct lanes_of<vec<T, Size>> {
  static constexpr int count = Size;
  using element = T;
  using value = vec<T, Size>;
};
template <class T, int Of, bool Writable, int... At>
struct lanes_of<swizzled<T, Of, Writable, At...>> : lanes_of<vec<T, sizeof...(At)>> {};
template <class Type> inline constexpr int count_of = lanes_of<Type>::count;

template <class Value, class Type> constexpr auto as_native(const Type &part) {
  using T = typename Value::value_type;
  if constexpr (count_of<Type> == count_of<Value>) return __builtin_bit_cast(native<T, count_of<Value>>, Value(part));
  else if constexpr (!std::is_convertible_v<const Type &, T>) return as_native<Value>(Value(part));
  else return static_cast<native<T, count_of<Value>>>(static_cast<plain<T>>(static_cast<T>(part)));
}
// An element of an operand; a number is as many of itself.
template <class T, class Type> constexpr T lane(const Type &part, int index) {
  if constexpr (count_of<Type> > 1) return part[index];
  else return static_cast<T>(part);
}

// Operands of an operator.
enum class operands { any, numbers, integers, bits };
template <class T> constexpr bool allows(operands kind) {
  switch (kind) {
  case operands::any: return true;
  case operands::numbers: return !std::is_same_v<T, std::byte>;
  case operands::integers: return std::is_integral_v<T>;
  default: return std::is_integral_v<T> || std::is_same_v<T, std::byte>;
  }
}
template <class Vector, class Other> constexpr bool goes_with() {
  using value = typename lanes_of<Vector>::value;
  using element = typename lanes_of<Vector>::element;
  if constexpr (count_of<Other> > 1) return std::is_same_v<typename lanes_of<Other>::value, value>;
  else return std::is_convertible_v<const Other &, element> || std::is_convertible_v<const Other &, value>;
}
struct no_result {};
template <class Type> struct result { using type = Type; };
// The vector that an operator with these operands gives.
template <operands Kind, class First, class Second> constexpr auto operator_result() {
  if constexpr (count_of<First> == 0 && count_of<Second> == 0) {
    return no_result();
  } else if constexpr (count_of<First> == 0 || count_of<First> < count_of<Second>) {
    if constexpr (!allows<typename lanes_of<Second>::element>(Kind)) return no_result();
    else if constexpr (goes_with<Second, First>()) return result<typename lanes_of<Second>::value>();
    else return no_result();
  } else {
    if constexpr (!allows<typename lanes_of<First>::element>(Kind)) return no_result();
    else if constexpr (goes_with<First, Second>()) return result<typename lanes_of<First>::value>();
    else return no_result();
  }
}
template <operands Kind, class First, class Second>
using vec_result = typename decltype(operator_result<Kind, First, Second>())::type;
template <class Value> using truth_of = vec<truth<typename Value::value_type>, count_of<Value>>;

// The right side of an assignment may be a list in braces: it is a vector then.
class vec_operators {
#define SYCL_PASSES_OPERATOR(op, kind) \
  template <class First, class Second, class Value = vec_result<operands::kind, First, Second>> \
  friend Value operator op(const First &a, const Second &b) { \
    if constexpr (Value::is_native) { \
      return __builtin_bit_cast(Value, as_native<Value>(a) op as_native<Value>(b)); \
    } else { \
      using T = typename Value::value_type; \
      Value all{}; \
      for (int i = 0; i < count_of<Value>; ++i) all[i] = static_cast<T>(lane<T>(a, i) op lane<T>(b, i)); \
      return all; \
    } \
  } \
  template <class T, int Size, class Second = vec<T, Size>, \
            class Value = vec_result<operands::kind, vec<T, Size>, Second>> \
  friend vec<T, Size> &operator op##=(vec<T, Size> &a, const Second &b) { return a = a op b; } \
  template <class T, int Of, int... At, class Second = vec<T, sizeof...(At)>, \
            class Value = vec_result<operands::kind, vec<T, sizeof...(At)>, Second>> \
  friend const swizzled<T, Of, true, At...> &operator op##=(const swizzled<T, Of, true, At...> &a, \
                                                                      const Second &b) { \
    return a = a op b; \
  }
  SYCL_PASSES_OPERATOR(+, numbers) SYCL_PASSES_OPERATOR(-, numbers) SYCL_PASSES_OPERATOR(*, numbers)
  SYCL_PASSES_OPERATOR(/, numbers) SYCL_PASSES_OPERATOR(%, integers) SYCL_PASSES_OPERATOR(<<, integers)
  SYCL_PASSES_OPERATOR(>>, integers) SYCL_PASSES_OPERATOR(&, bits) SYCL_PASSES_OPERATOR(|, bits)
  SYCL_PASSES_OPERATOR(^, bits)
#undef SYCL_PASSES_OPERATOR
#define SYCL_PASSES_OPERATOR(op, kind, on_native) \
  template <class First, class Second, class Value = vec_result<operands::kind, First, Second>> \
  friend truth_of<Value> operator op(const First &first, const Second &second) { \
    if constexpr (Value::is_native) { \
      const auto a = as_native<Value>(first), b = as_native<Value>(second); \
      return __builtin_bit_cast(truth_of<Value>, on_native); \
    } else { \
      using T = typename Value::value_type; \
      truth_of<Value> all{}; \
      for (int i = 0; i < count_of<Value>; ++i) all[i] = lane<T>(first, i) op lane<T>(second, i) ? -1 : 0; \
      return all; \
    } \
  }
  SYCL_PASSES_OPERATOR(==, any, a == b) SYCL_PASSES_OPERATOR(!=, any, a != b) SYCL_PASSES_OPERATOR(<, any, a < b)
  SYCL_PASSES_OPERATOR(>, any, a > b) SYCL_PASSES_OPERATOR(<=, any, a <= b) SYCL_PASSES_OPERATOR(>=, any, a >= b)
  SYCL_PASSES_OPERATOR(&&, numbers, (a != 0) & (b != 0)) SYCL_PASSES_OPERATOR(||, numbers, (a != 0) | (b != 0))
#undef SYCL_PASSES_OPERATOR
#define SYCL_PASSES_OPERATOR(op, kind) \
  template <class Vector, class Value = vec_result<operands::kind, Vector, Vector>> \
  friend Value operator op(const Vector &a) { \
    if constexpr (Value::is_native) return __builtin_bit_cast(Value, op as_native<Value>(a)); \
    Value all{}; \
    for (int i = 0; i < count_of<Value>; ++i) all[i] = static_cast<typename Value::value_type>(op a[i]); \
    return all; \
  }
  SYCL_PASSES_OPERATOR(+, numbers) SYCL_PASSES_OPERATOR(-, numbers) SYCL_PASSES_OPERATOR(~, bits)
#undef SYCL_PASSES_OPERATOR
  template <class Vector, class Value = vec_result<operands::numbers, Vector, Vector>>
  friend truth_of<Value> operator!(const Vector &a) {
    return a == static_cast<typename Value::value_type>(0);
  }
  // Their operand may be a temporary: a swizzle is one.
#define SYCL_PASSES_OPERATOR(op, by) \
  template <class T, int Size, only_if<is_numeric<T> && !std::is_same_v<T, bool>> = 0> \
  friend vec<T, Size> &operator op(vec<T, Size> &a) { return a = a by static_cast<T>(1); } \
  template <class T, int Size, only_if<is_numeric<T> && !std::is_same_v<T, bool>> = 0> \
  friend vec<T, Size> operator op(vec<T, Size> &a, int) { \
    const vec<T, Size> before = a; \
    a = a by static_cast<T>(1); \
    return before; \
  } \
  template <class T, int Of, int... At, only_if<is_numeric<T> && !std::is_same_v<T, bool>> = 0> \
  friend const swizzled<T, Of, true, At...> &operator op(const swizzled<T, Of, true, At...> &a) { \
    return a = a by static_cast<T>(1); \
  } \
  template <class T, int Of, int... At, only_if<is_numeric<T> && !std::is_same_v<T, bool>> = 0> \
  friend vec<T, sizeof...(At)> operator op(const swizzled<T, Of, true, At...> &a, int) { \
    const vec<T, sizeof...(At)> before = a; \
    a = a by static_cast<T>(1); \
    return before; \
  }
  SYCL_PASSES_OPERATOR(++, +) SYCL_PASSES_OPERATOR(--, -)
#undef SYCL_PASSES_OPERATOR
};

// The names of elements, by the number of elements.
#define SYCL_PASSES_LANES_1 SYCL_PASSES_LANE(x, 0) SYCL_PASSES_LANE(s0, 0)
#define SYCL_PASSES_LANES_2 SYCL_PASSES_LANES_1 SYCL_PASSES_LANE(y, 1) SYCL_PASSES_LANE(s1, 1)
#define SYCL_PASSES_LANES_3 SYCL_PASSES_LANES_2 SYCL_PASSES_LANE(z, 2) SYCL_PASSES_LANE(s2, 2)
#define SYCL_PASSES_LANES_4 \
  SYCL_PASSES_LANES_3 SYCL_PASSES_LANE(w, 3) SYCL_PASSES_LANE(s3, 3) \
  SYCL_PASSES_LANE(r, 0) SYCL_PASSES_LANE(g, 1) SYCL_PASSES_LANE(b, 2) SYCL_PASSES_LANE(a, 3)
#define SYCL_PASSES_LANES_8 \
  SYCL_PASSES_LANE(s0, 0) SYCL_PASSES_LANE(s1, 1) SYCL_PASSES_LANE(s2, 2) SYCL_PASSES_LANE(s3, 3) \
  SYCL_PASSES_LANE(s4, 4) SYCL_PASSES_LANE(s5, 5) SYCL_PASSES_LANE(s6, 6) SYCL_PASSES_LANE(s7, 7)
#define SYCL_PASSES_LANES_16 \
  SYCL_PASSES_LANES_8 SYCL_PASSES_LANE(s8, 8) SYCL_PASSES_LANE(s9, 9) SYCL_PASSES_LANE(sA, 10) \
  SYCL_PASSES_LANE(sB, 11) SYCL_PASSES_LANE(sC, 12) SYCL_PASSES_LANE(sD, 13) SYCL_PASSES_LANE(sE, 14) \
  SYCL_PASSES_LANE(sF, 15)

// Every word of two to four of the letters. That of a vector without the element is an error where it is called.
#ifdef SYCL_SIMPLE_SWIZZLES
#define SYCL_PASSES_WORDS(more, p, q, s, t) more(p, 0) more(q, 1) more(s, 2) more(t, 3)
#define SYCL_PASSES_XYZW_2(word, ...) \
  SYCL_PASSES_XYZW_3(word##x, __VA_ARGS__, 0) SYCL_PASSES_XYZW_3(word##y, __VA_ARGS__, 1) \
  SYCL_PASSES_XYZW_3(word##z, __VA_ARGS__, 2) SYCL_PASSES_XYZW_3(word##w, __VA_ARGS__, 3)
#define SYCL_PASSES_XYZW_3(word, ...) \
  SYCL_PASSES_WORD(word, __VA_ARGS__) \
  SYCL_PASSES_XYZW_4(word##x, __VA_ARGS__, 0) SYCL_PASSES_XYZW_4(word##y, __VA_ARGS__, 1) \
  SYCL_PASSES_XYZW_4(word##z, __VA_ARGS__, 2) SYCL_PASSES_XYZW_4(word##w, __VA_ARGS__, 3)
#define SYCL_PASSES_XYZW_4(word, ...) \
  SYCL_PASSES_WORD(word, __VA_ARGS__) \
  SYCL_PASSES_WORD(word##x, __VA_ARGS__, 0) SYCL_PASSES_WORD(word##y, __VA_ARGS__, 1) \
  SYCL_PASSES_WORD(word##z, __VA_ARGS__, 2) SYCL_PASSES_WORD(word##w, __VA_ARGS__, 3)
#define SYCL_PASSES_RGBA_2(word, ...) \
  SYCL_PASSES_RGBA_3(word##r, __VA_ARGS__, 0) SYCL_PASSES_RGBA_3(word##g, __VA_ARGS__, 1) \
  SYCL_PASSES_RGBA_3(word##b, __VA_ARGS__, 2) SYCL_PASSES_RGBA_3(word##a, __VA_ARGS__, 3)
#define SYCL_PASSES_RGBA_3(word, ...) \
  SYCL_PASSES_WORD(word, __VA_ARGS__) \
  SYCL_PASSES_RGBA_4(word##r, __VA_ARGS__, 0) SYCL_PASSES_RGBA_4(word##g, __VA_ARGS__, 1) \
  SYCL_PASSES_RGBA_4(word##b, __VA_ARGS__, 2) SYCL_PASSES_RGBA_4(word##a, __VA_ARGS__, 3)
#define SYCL_PASSES_RGBA_4(word, ...) \
  SYCL_PASSES_WORD(word, __VA_ARGS__) \
  SYCL_PASSES_WORD(word##r, __VA_ARGS__, 0) SYCL_PASSES_WORD(word##g, __VA_ARGS__, 1) \
  SYCL_PASSES_WORD(word##b, __VA_ARGS__, 2) SYCL_PASSES_WORD(word##a, __VA_ARGS__, 3)
#define SYCL_PASSES_WORDS_XYZW SYCL_PASSES_WORDS(SYCL_PASSES_XYZW_2, x, y, z, w)
#define SYCL_PASSES_WORDS_RGBA SYCL_PASSES_WORDS(SYCL_PASSES_RGBA_2, r, g, b, a)
#else
#define SYCL_PASSES_WORDS_XYZW
#define SYCL_PASSES_WORDS_RGBA
#endif

// Names of elements and of swizzles, for vectors (`vec_names`) and for swizzles (`swizzle_names`), whose functions are
// const.
#define SYCL_PASSES_NAMES(names) \
  template <class Self, class T, int Size> class names; \
  template <class Self, class T> class names<Self, T, 1> { public: SYCL_PASSES_LANES_1 }; \
  template <class Self, class T> class names<Self, T, 2> { public: SYCL_PASSES_LANES_2 SYCL_PASSES_WORDS_XYZW }; \
  template <class Self, class T> class names<Self, T, 3> { public: SYCL_PASSES_LANES_3 SYCL_PASSES_WORDS_XYZW }; \
  template <class Self, class T> class names<Self, T, 4> { \
  public: SYCL_PASSES_LANES_4 SYCL_PASSES_WORDS_XYZW SYCL_PASSES_WORDS_RGBA \
  }; \
  template <class Self, class T> class names<Self, T, 8> { public: SYCL_PASSES_LANES_8 }; \
  template <class Self, class T> class names<Self, T, 16> { public: SYCL_PASSES_LANES_16 };
#define SYCL_PASSES_LANE(name, index) \
  constexpr T &name() { return static_cast<Self &>(*this)[index]; } \
  constexpr const T &name() const { return static_cast<const Self &>(*this)[index]; }
#define SYCL_PASSES_WORD(name, ...) \
  constexpr auto name() { return static_cast<Self &>(*this).template swizzle<__VA_ARGS__>(); } \
  constexpr auto name() const { return static_cast<const Self &>(*this).template swizzle<__VA_ARGS__>(); }
SYCL_PASSES_NAMES(vec_names)
#undef SYCL_PASSES_LANE
#undef SYCL_PASSES_WORD
#define SYCL_PASSES_LANE(name, index) \
  constexpr T &name() const { return static_cast<const Self &>(*this)[index]; }
#define SYCL_PASSES_WORD(name, ...) \
  constexpr auto name() const { return static_cast<const Self &>(*this).template swizzle<__VA_ARGS__>(); }
SYCL_PASSES_NAMES(swizzle_names)
#undef SYCL_PASSES_LANE
#undef SYCL_PASSES_WORD
#undef SYCL_PASSES_NAMES
#undef SYCL_PASSES_LANES_1
#undef SYCL_PASSES_LANES_2
#undef SYCL_PASSES_LANES_3
#undef SYCL_PASSES_LANES_4
#undef SYCL_PASSES_LANES_8
#undef SYCL_PASSES_LANES_16
#undef SYCL_PASSES_WORDS_XYZW
#undef SYCL_PASSES_WORDS_RGBA
#ifdef SYCL_SIMPLE_SWIZZLES
#undef SYCL_PASSES_WORDS
#undef SYCL_PASSES_XYZW_2
#undef SYCL_PASSES_XYZW_3
#undef SYCL_PASSES_XYZW_4
#undef SYCL_PASSES_RGBA_2
#undef SYCL_PASSES_RGBA_3
#undef SYCL_PASSES_RGBA_4
#endif

// A vector of one element is a number. The conversion is not a template, so that further ones may follow it.
template <class Self, class T, int Size> class one_lane {};
template <class Self, class T> class one_lane<Self, T, 1> {
public:
  constexpr operator T() const { return static_cast<const Self &>(*this)[0]; }
  template <class Type, only_if<!std::is_same_v<Type, T> && std::is_constructible_v<Type, const T &>> = 0>
  explicit constexpr operator Type() const {
    return static_cast<Type>(static_cast<const Self &>(*this)[0]);
  }
};

// The next number above or below.
template <class T> constexpr T neighbour(T number, bool above) {
  if (number == 0) return __builtin_bit_cast(T, static_cast<truth<T>>(1)) * static_cast<T>(above ? 1 : -1);
  const truth<T> step = (number > 0) == above ? 1 : -1;
  return __builtin_bit_cast(T, static_cast<truth<T>>(__builtin_bit_cast(truth<T>, number) + step));
}
// Exact comparison of a number with the one that it was rounded to.
template <class RealType, class From> constexpr int compare(RealType rounded, From exact) {
  if constexpr (std::is_integral_v<From>) {
    using Whole = std::conditional_t<std::is_signed_v<From>, std::int64_t, std::uint64_t>;
    const RealType end = static_cast<RealType>(std::is_signed_v<From> ? 0x1p63 : 0x1p64);
    if (rounded >= end) return 1;
    if (rounded < -end) return -1;
    const Whole whole = static_cast<Whole>(rounded);
    return (whole > static_cast<Whole>(exact)) - (whole < static_cast<Whole>(exact));
  } else {
    return (static_cast<From>(rounded) > exact) - (static_cast<From>(rounded) < exact);
  }
}
// Whether each number of a type is one of a floating-point type.
template <class From, class To>
inline constexpr bool is_exact_in =
  is_real<From> ? sizeof(From) <= sizeof(To) : sizeof(From) * 8 <= (sizeof(To) == 2 ? 11 : sizeof(To) == 4 ? 24 : 53);
#ifdef __SYCL_DEVICE_ONLY__
// Numbers of 32 and 64 bits: processors have instructions.
template <class T> inline constexpr bool is_of_word = is_numeric<T> && (sizeof(T) == 4 || sizeof(T) == 8);
// The one type of those with the same numbers, since built-in functions differ by their operands alone.
template <class T>
using word = std::conditional_t<
  is_real<T>, T,
  std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
                     std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>>;
template <class To, rounding_mode Mode, class From> To rounded_by_device(From number) {
#define SYCL_PASSES_ROUNDED(operation, to, other) \
  if constexpr (Mode == rounding_mode::rtp) return ::__syp_##operation##_##to##_rtp<To>(number); \
  else if constexpr (Mode == rounding_mode::rtn) return ::__syp_##operation##_##to##_rtn<To>(number); \
  else return ::__syp_##operation##_##to##_##other<To>(number);
  if constexpr (std::is_integral_v<To>) {
    if constexpr (std::is_signed_v<To> && sizeof(To) == 4) SYCL_PASSES_ROUNDED(ConvertFToS, int, rte)
    else if constexpr (std::is_signed_v<To>) SYCL_PASSES_ROUNDED(ConvertFToS, long, rte)
    else if constexpr (sizeof(To) == 4) SYCL_PASSES_ROUNDED(ConvertFToU, uint, rte)
    else SYCL_PASSES_ROUNDED(ConvertFToU, ulong, rte)
  } else if constexpr (is_real<From>) {
    SYCL_PASSES_ROUNDED(FConvert, float, rtz)
  } else {
    if constexpr (std::is_signed_v<From> && sizeof(To) == 4) SYCL_PASSES_ROUNDED(ConvertSToF, float, rtz)
    else if constexpr (std::is_signed_v<From>) SYCL_PASSES_ROUNDED(ConvertSToF, double, rtz)
    else if constexpr (sizeof(To) == 4) SYCL_PASSES_ROUNDED(ConvertUToF, float, rtz)
    else SYCL_PASSES_ROUNDED(ConvertUToF, double, rtz)
  }
#undef SYCL_PASSES_ROUNDED
}
#endif
// A number as one of another type (section 4.14.2.5).
template <class To, rounding_mode Mode, class From> constexpr To rounded(From number) {
  constexpr bool is_directed = Mode == rounding_mode::rtz || Mode == rounding_mode::rtp || Mode == rounding_mode::rtn;
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (is_of_word<From> && is_of_word<To> &&
                (is_real<To> ? is_directed && !is_exact_in<From, To> : is_real<From> && Mode != rounding_mode::rtz)) {
    if (!__builtin_is_constant_evaluated()) return rounded_by_device<word<To>, Mode, word<From>>(number);
  }
#endif
  if constexpr (is_real<From> && std::is_integral_v<To> && !std::is_same_v<To, bool>) {
    using Plain = plain<From>;
    auto exact = static_cast<Plain>(number);
    if constexpr (Mode == rounding_mode::rte || Mode == rounding_mode::automatic)
      exact = SYCL_PASSES_OPENCL(Plain, rint, __builtin_elementwise_rint(exact), exact);
    else if constexpr (Mode == rounding_mode::rtp)
      exact = SYCL_PASSES_OPENCL(Plain, ceil, __builtin_elementwise_ceil(exact), exact);
    else if constexpr (Mode == rounding_mode::rtn)
      exact = SYCL_PASSES_OPENCL(Plain, floor, __builtin_elementwise_floor(exact), exact);
    return static_cast<To>(exact);
  } else if constexpr (is_directed && is_real<To> && is_numeric<From> && !is_exact_in<From, To>) {
    const To nearest = static_cast<To>(number);
    const int side = compare(nearest, number);
    if (side > 0 && (Mode == rounding_mode::rtn || (Mode == rounding_mode::rtz && number > 0)))
      return neighbour(nearest, false);
    if (side < 0 && (Mode == rounding_mode::rtp || (Mode == rounding_mode::rtz && number < 0)))
      return neighbour(nearest, true);
    return nearest;
  } else {
    return static_cast<To>(number);
  }
}

struct swizzles {
  template <int... At, class T, int Of> static constexpr swizzled<T, Of, true, At...> make(vec<T, Of> &of) {
    return swizzled<T, Of, true, At...>(of);
  }
  template <int... At, class T, int Of> static constexpr swizzled<T, Of, false, At...> make(const vec<T, Of> &of) {
    return swizzled<T, Of, false, At...>(of);
  }
  // Three elements are taken as four: the last is undefined.
  template <int Start, int Step, class Self, int... Index>
  static constexpr auto half(Self &self, std::integer_sequence<int, Index...>) {
    return self.template part<(Start + Step * Index)...>();
  }
};
template <int Size> using half_of = std::make_integer_sequence<int, (Size + 1) / 2>;

// The elements of vectors and scalars, one after the other.
template <class T, int Size, class... Parts> constexpr bool are_parts() {
  if constexpr (sizeof...(Parts) < 2) {
    return false;
  } else {
    constexpr bool fit = ((count_of<Parts> == 0 ? std::is_convertible_v<const Parts &, T>
                                                : std::is_same_v<typename lanes_of<std::conditional_t<
                                                    count_of<Parts> == 0, vec<T, 1>, Parts>>::element, T>) && ...);
    return fit && ((count_of<Parts> == 0 ? 1 : count_of<Parts>) + ...) == Size;
  }
}
}

template <class T, int Size>
class alignas(sizeof(T) * (Size == 3 ? 4 : Size) < 64 ? sizeof(T) * (Size == 3 ? 4 : Size) : 64) vec
    : public detail::vec_operators, public detail::vec_names<vec<T, Size>, T, Size>,
      public detail::one_lane<vec<T, Size>, T, Size> {
  static_assert(Size == 1 || Size == 2 || Size == 3 || Size == 4 || Size == 8 || Size == 16,
                "a sycl::vec has 1, 2, 3, 4, 8 or 16 elements; sycl::marray has any number");
  T elements[Size == 3 ? 4 : Size];
  friend detail::swizzles;

  template <class Part> constexpr void put(int &at, const Part &part) {
    if constexpr (detail::count_of<Part> == 0) elements[at++] = static_cast<T>(part);
    else
      for (int i = 0; i < detail::count_of<Part>; ++i) elements[at++] = part[i];
  }
  template <int... At> constexpr auto part() { return detail::swizzles::make<At...>(*this); }
  template <int... At> constexpr auto part() const { return detail::swizzles::make<At...>(*this); }

public:
  using element_type = T;
  using value_type = T;
  // In this implementation: there is a vector of clang's with these elements.
  static constexpr bool is_native = detail::has_native<T, Size>;

  // Clang's vector, for interoperation, as in earlier revisions.
  using vector_t = typename detail::native_of<T, Size, is_native>::type;

  vec() = default;
  template <class Native, detail::only_if<is_native && std::is_same_v<Native, vector_t>> = 0>
  constexpr vec(const Native &from) : vec(__builtin_bit_cast(vec, from)) {}
  template <class Native, detail::only_if<is_native && std::is_same_v<Native, vector_t>> = 0>
  constexpr operator Native() const {
    return detail::as_native<vec>(*this);
  }
  // Constructor from a number of any type, so that `vec<float, 1>{n}` is not a narrowing conversion.
  template <class Number, detail::only_if<(Size > 1) && std::is_convertible_v<const Number &, T>> = 0>
  explicit constexpr vec(const Number &all) : elements{} {
    for (int i = 0; i < Size; ++i) elements[i] = static_cast<T>(all);
  }
  template <class Number, detail::only_if<Size == 1 && std::is_convertible_v<const Number &, T> &&
                                          detail::count_of<Number> == 0> = 0>
  constexpr vec(const Number &one) : elements{static_cast<T>(one)} {}
  template <class... Parts, detail::only_if<detail::are_parts<T, Size, Parts...>()> = 0>
  constexpr vec(const Parts &...parts) : elements{} {
    if constexpr (sizeof...(Parts) == Size) {
      int at = 0;
      ((elements[at++] = static_cast<T>(parts)), ...);
    } else {
      int at = 0;
      (put(at, parts), ...);
    }
  }
  template <int Of, bool Writable, int... At, detail::only_if<sizeof...(At) == Size> = 0>
  constexpr vec(const detail::swizzled<T, Of, Writable, At...> &from) : elements{} {
    for (int i = 0; i < Size; ++i) elements[i] = from[i];
  }
  constexpr vec(const vec &) = default;
  constexpr vec &operator=(const vec &) = default;
  template <class Type, detail::only_if<std::is_convertible_v<const Type &, T> && detail::count_of<Type> != Size> = 0>
  constexpr vec &operator=(const Type &all) {
    for (int i = 0; i < Size; ++i) elements[i] = static_cast<T>(all);
    return *this;
  }

  static constexpr std::size_t size() noexcept { return Size; }
  static constexpr std::size_t byte_size() noexcept { return sizeof(vec); }
  static constexpr std::size_t get_count() { return Size; }
  static constexpr std::size_t get_size() { return sizeof(vec); }

  constexpr T &operator[](int index) { return elements[index]; }
  constexpr const T &operator[](int index) const { return elements[index]; }

  template <class To, rounding_mode Mode = rounding_mode::automatic> constexpr vec<To, Size> convert() const {
    if constexpr (std::is_same_v<To, T>) {
      return *this;
    } else if constexpr (Mode == rounding_mode::automatic && is_native && vec<To, Size>::is_native &&
                         !(detail::is_real<T> && std::is_integral_v<To>)) {
      return __builtin_bit_cast(
        vec<To, Size>, __builtin_convertvector(detail::as_native<vec>(*this), detail::native<To, Size>));
    } else {
      vec<To, Size> all{};
      for (int i = 0; i < Size; ++i) all[i] = detail::rounded<To, Mode>(elements[i]);
      return all;
    }
  }
  template <class To> constexpr To as() const {
    static_assert(sizeof(To) == sizeof(vec),
                  "as<T>() is for types of the same size; vec<T, 3> is as large as vec<T, 4>");
    return __builtin_bit_cast(To, *this);
  }

  template <int... At> constexpr auto swizzle() {
    static_assert(((At >= 0 && At < Size) && ...), "a swizzle names an element that the vector does not have");
    return part<At...>();
  }
  template <int... At> constexpr auto swizzle() const {
    static_assert(((At >= 0 && At < Size) && ...), "a swizzle names an element that the vector does not have");
    return part<At...>();
  }
#define SYCL_PASSES_HALF(name, start, step) \
  template <int Same = Size, detail::only_if<(Same > 1)> = 0> constexpr auto name() { \
    return detail::swizzles::half<start, step>(*this, detail::half_of<Same>()); \
  } \
  template <int Same = Size, detail::only_if<(Same > 1)> = 0> constexpr auto name() const { \
    return detail::swizzles::half<start, step>(*this, detail::half_of<Same>()); \
  }
  SYCL_PASSES_HALF(lo, 0, 1) SYCL_PASSES_HALF(hi, (Same + 1) / 2, 1) SYCL_PASSES_HALF(odd, 1, 2)
  SYCL_PASSES_HALF(even, 0, 2)
#undef SYCL_PASSES_HALF

  // From and to a pointer, multi_ptr or accessor of elements; the offset counts vectors of packed elements.
  template <class Pointer> constexpr void load(std::size_t offset, Pointer from) {
    for (int i = 0; i < Size; ++i) elements[i] = from[offset * Size + i];
  }
  template <class Pointer> constexpr void store(std::size_t offset, Pointer to) const {
    for (int i = 0; i < Size; ++i) to[offset * Size + i] = elements[i];
  }
};
template <class T, class... Same, detail::only_if<(std::is_same_v<T, Same> && ...)> = 0>
vec(T, Same...) -> vec<T, sizeof...(Same) + 1>;

namespace detail {
// A view of elements of a vector (section 4.14.2.4).
template <class T, int Of, bool Writable, int... At>
class swizzled
    : public vec_operators,
      public swizzle_names<swizzled<T, Of, Writable, At...>, std::conditional_t<Writable, T, const T>, sizeof...(At)>,
      public one_lane<swizzled<T, Of, Writable, At...>, T, sizeof...(At)> {
  static constexpr int Size = sizeof...(At);
  using vector = std::conditional_t<Writable, vec<T, Of>, const vec<T, Of>>;
  using reference = std::conditional_t<Writable, T, const T> &;
  using value = vec<T, Size>;
  vector &of;
  friend swizzles;

  explicit constexpr swizzled(vector &of) : of(of) {}
  static constexpr int place(int index) {
    constexpr int places[] = {At...};
    return places[index < Size ? index : Size - 1];
  }
  static constexpr bool is_once() {
    for (int i = 0; i < Size; ++i)
      for (int j = 0; j < i; ++j)
        if (place(i) == place(j)) return false;
    return true;
  }
  template <int... Index> constexpr auto part() const { return swizzles::make<place(Index)...>(of); }

public:
  using element_type = T;
  using value_type = T;
  swizzled(const swizzled &) = delete;

  static constexpr std::size_t size() noexcept { return Size; }
  static constexpr std::size_t byte_size() noexcept { return sizeof(value); }
  static constexpr std::size_t get_count() { return Size; }
  static constexpr std::size_t get_size() { return sizeof(value); }
  constexpr reference operator[](int index) const { return of[place(index)]; }

  // Swizzles of const vectors, and those that have an element twice, cannot be assigned to. The vector that is assigned
  // may be the swizzled one.
  template <bool Assignable = Writable && is_once(), only_if<Assignable> = 0>
  constexpr const swizzled &operator=(const value &from) const {
    const value copy = from;
    for (int i = 0; i < Size; ++i) of[place(i)] = copy[i];
    return *this;
  }
  constexpr const swizzled &operator=(const swizzled &from) const { return *this = value(from); }
  template <int Other, bool Also, int... Place, bool Assignable = Writable && is_once(),
            only_if<Assignable && sizeof...(Place) == Size> = 0>
  constexpr const swizzled &operator=(const swizzled<T, Other, Also, Place...> &from) const {
    return *this = value(from);
  }
  template <class Type, bool Assignable = Writable && is_once(),
            only_if<Assignable && std::is_convertible_v<const Type &, T> && count_of<Type> != Size> = 0>
  constexpr const swizzled &operator=(const Type &all) const {
    return *this = value(static_cast<T>(all));
  }

  template <class To, rounding_mode Mode = rounding_mode::automatic> constexpr vec<To, Size> convert() const {
    return value(*this).template convert<To, Mode>();
  }
  template <class To> constexpr To as() const { return value(*this).template as<To>(); }
  template <int... Index> constexpr auto swizzle() const {
    static_assert(((Index >= 0 && Index < Size) && ...), "a swizzle names an element that the swizzle does not have");
    return part<Index...>();
  }
#define SYCL_PASSES_HALF(name, start, step) \
  template <int Same = Size, only_if<(Same > 1)> = 0> constexpr auto name() const { \
    return swizzles::half<start, step>(*this, half_of<Same>()); \
  }
  SYCL_PASSES_HALF(lo, 0, 1) SYCL_PASSES_HALF(hi, (Same + 1) / 2, 1) SYCL_PASSES_HALF(odd, 1, 2)
  SYCL_PASSES_HALF(even, 0, 2)
#undef SYCL_PASSES_HALF
  template <class Pointer> constexpr void load(std::size_t offset, Pointer from) const {
    value all{};
    all.load(offset, from);
    *this = all;
  }
  template <class Pointer> constexpr void store(std::size_t offset, Pointer to) const {
    value(*this).store(offset, to);
  }
};
}

using schar = signed char;
using uchar = unsigned char;
using byte [[deprecated("std::byte")]] = std::uint8_t;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using longlong = long long;
using ulonglong = unsigned long long;
namespace opencl { // the types of OpenCL's interface
using cl_bool = bool;
using cl_char = std::int8_t;
using cl_uchar = std::uint8_t;
using cl_short = std::int16_t;
using cl_ushort = std::uint16_t;
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_long = std::int64_t;
using cl_ulong = std::uint64_t;
using cl_half = half;
using cl_float = float;
using cl_double = double;
}
#define SYCL_PASSES_VECTORS(name, type) \
  using name##2 = vec<type, 2>; \
  using name##3 = vec<type, 3>; \
  using name##4 = vec<type, 4>; \
  using name##8 = vec<type, 8>; \
  using name##16 = vec<type, 16>;
SYCL_PASSES_VECTORS(char, std::int8_t) SYCL_PASSES_VECTORS(uchar, std::uint8_t)
SYCL_PASSES_VECTORS(short, std::int16_t) SYCL_PASSES_VECTORS(ushort, std::uint16_t)
SYCL_PASSES_VECTORS(int, std::int32_t) SYCL_PASSES_VECTORS(uint, std::uint32_t)
SYCL_PASSES_VECTORS(long, std::int64_t) SYCL_PASSES_VECTORS(ulong, std::uint64_t)
SYCL_PASSES_VECTORS(half, half) SYCL_PASSES_VECTORS(float, float) SYCL_PASSES_VECTORS(double, double)
// From SYCL 1.2.1.
SYCL_PASSES_VECTORS(schar, std::int8_t) SYCL_PASSES_VECTORS(longlong, long long)
SYCL_PASSES_VECTORS(ulonglong, unsigned long long)
SYCL_PASSES_VECTORS(cl_char, std::int8_t) SYCL_PASSES_VECTORS(cl_uchar, std::uint8_t)
SYCL_PASSES_VECTORS(cl_short, std::int16_t) SYCL_PASSES_VECTORS(cl_ushort, std::uint16_t)
SYCL_PASSES_VECTORS(cl_int, std::int32_t) SYCL_PASSES_VECTORS(cl_uint, std::uint32_t)
SYCL_PASSES_VECTORS(cl_long, std::int64_t) SYCL_PASSES_VECTORS(cl_ulong, std::uint64_t)
SYCL_PASSES_VECTORS(cl_half, half) SYCL_PASSES_VECTORS(cl_float, float) SYCL_PASSES_VECTORS(cl_double, double)
#undef SYCL_PASSES_VECTORS
}}
SYCL_PASSES_INLINE_END
