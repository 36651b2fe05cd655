// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mathematical functions (sections 4.17.5 to 4.17.11): of numbers, vectors, swizzles and arrays.
//
// Each name is one template with parameters of any type: no call is ambiguous, and a name costs one declaration. A
// function is a class with `run` for a number, or in device code for a vector of clang's, which is one call of a
// built-in function.
// Numbers of several types are computed in the widest, integers among themselves in `double`. A list in braces is of
// the first argument's type.
#pragma once
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
namespace detail {
// Type that a class with one conversion is computed in, an atomic reference for example.
std::integral_constant<int, 2> rank_of_number(half);
std::integral_constant<int, 3> rank_of_number(float);
std::integral_constant<int, 4> rank_of_number(double);
template <class Type, class = void> inline constexpr int rank_of_class = std::is_convertible_v<const Type &, float> ? 3 : 0;
template <class Type> inline constexpr int
  rank_of_class<Type, std::void_t<decltype(rank_of_number(std::declval<const Type &>()))>> =
    decltype(rank_of_number(std::declval<const Type &>()))::value;
// Type that a number is computed in: 1 an integer, 2 `half`, 3 `float`, 4 `double`; 0 if it is not a number.
template <class Type> constexpr int rank() {
  if constexpr (std::is_integral_v<Type>) return 1;
  else if constexpr (is_half<Type>) return 2;
  else if constexpr (std::is_same_v<Type, float>) return 3;
  else if constexpr (std::is_floating_point_v<Type>) return 4;
  else if constexpr (count_of<Type> != 0 || array_count<Type> != 0) return 0;
  else if constexpr (std::is_class_v<Type>) return rank_of_class<Type>;
  else return 0;
}
template <int Rank> using real_of_rank =
  std::conditional_t<Rank == 2, half, std::conditional_t<Rank == 3, float, double>>;
template <class... Types> constexpr int highest_rank() {
  int highest = 0;
  for (int one : {rank<Types>()...})
    if (one == 0) return 0;
    else if (one > highest) highest = one;
  return highest;
}

// The vector or array that a type is, and its elements; of a number itself.
template <class Type> constexpr auto value_tag() {
  if constexpr (count_of<Type> != 0) return result<typename lanes_of<Type>::value>();
  else if constexpr (array_count<Type> != 0) return result<Type>();
  else return no_result();
}
template <class Type> inline constexpr bool is_many = count_of<Type> != 0 || array_count<Type> != 0;
template <class Type, bool Many = is_many<Type>> struct scalar_tag { using type = Type; };
template <class Type> struct scalar_tag<Type, true> { using type = typename Type::value_type; };
template <class Type> using scalar_of = typename scalar_tag<Type>::type;

// The first of types that is a vector or array; the others are the same or numbers.
template <class First, class... Rest> constexpr auto first_many() {
  if constexpr (is_many<First>) return value_tag<First>();
  else if constexpr (sizeof...(Rest) == 0) return no_result();
  else return first_many<Rest...>();
}
template <class Value, class Type> constexpr bool fits() {
  if constexpr (is_many<Type>) return std::is_same_v<typename decltype(value_tag<Type>())::type, Value>;
  else return std::is_convertible_v<const Type &, scalar_of<Value>> || std::is_convertible_v<const Type &, Value>;
}
template <class... Types> constexpr auto many_tag() {
  if constexpr ((is_many<Types> || ...)) {
    using Value = typename decltype(first_many<Types...>())::type;
    if constexpr ((fits<Value, Types>() && ...)) return result<Value>();
    else return no_result();
  } else {
    return no_result();
  }
}
template <class... Types> constexpr auto real_tag() {
  constexpr int highest = highest_rank<Types...>();
  if constexpr (highest != 0) {
    return result<real_of_rank<highest>>();
  } else {
    using Tag = decltype(many_tag<Types...>());
    if constexpr (std::is_same_v<Tag, no_result>) return no_result();
    else if constexpr (is_real<scalar_of<typename Tag::type>>) return Tag();
    else return no_result();
  }
}
template <class First, class... Rest> constexpr auto same_tag() {
  if constexpr (is_many<First> || (is_many<Rest> || ...)) return many_tag<First, Rest...>();
  else if constexpr (std::is_integral_v<First> && (std::is_integral_v<Rest> && ...))
    return result<std::common_type_t<First, Rest...>>();
  else if constexpr (is_numeric<First> && (is_numeric<Rest> && ...))
    return result<real_of_rank<highest_rank<First, Rest...>()>>();
  else if constexpr ((std::is_same_v<First, Rest> && ...)) return result<First>();
  else return no_result();
}
// Types of functions of floating-point numbers, of integers, and of both for arguments of these types.
template <class... Types> using real_result = typename decltype(real_tag<std::remove_volatile_t<Types>...>())::type;
template <class... Types> using same_result = typename decltype(same_tag<std::remove_volatile_t<Types>...>())::type;
template <class Value> inline constexpr bool is_integers = std::is_integral_v<scalar_of<Value>>;
template <class Value> inline constexpr bool is_numerics = is_numeric<scalar_of<Value>>;

// The same number of elements of another type.
template <class Value, class Type> struct with_scalar_tag { using type = Type; };
template <class T, int Size, class Type> struct with_scalar_tag<vec<T, Size>, Type> { using type = vec<Type, Size>; };
template <class T, size_t Size, class Type> struct with_scalar_tag<marray<T, Size>, Type> {
  using type = marray<Type, Size>;
};
template <class Value, class Type> using with_scalar = typename with_scalar_tag<Value, Type>::type;
// Type of comparisons: `bool`, integers of the same size for vectors.
template <class Value> using truth_for =
  with_scalar<Value, std::conditional_t<count_of<Value> != 0, truth<scalar_of<Value>>, bool>>;

// An argument's element of its own type if it is a vector or array, else a number of type `T`.
template <class T, class Type> constexpr auto part_of(const Type &part, int index) {
  if constexpr (is_many<Type>) return part[index];
  else return static_cast<T>(part);
}
// A function of numbers for each element of what the arguments are.
template <class Op, class Result, class Value, class... Parts> Result each_on_host(const Parts &...parts) {
  using T = scalar_of<Value>;
  if constexpr (is_many<Result>) {
    Result all{};
    for (int i = 0; i < static_cast<int>(Result::size()); ++i) {
      const auto one = Op::template run<T>(part_of<T>(parts, i)...);
      if constexpr (count_of<Result> != 0 && std::is_same_v<decltype(one), const bool>) all[i] = one ? -1 : 0;
      else all[i] = one;
    }
    return all;
  } else {
    return Op::template run<T>(static_cast<T>(parts)...);
  }
}
template <class Op, class Result> struct each_one {
  template <class T, class... Numbers> static Result run(Numbers... numbers) {
#ifndef __SYCL_DEVICE_ONLY__
    // A half is computed in float.
    if constexpr (is_half<T>) {
      using Computed = std::conditional_t<is_half<Result>, float, Result>;
      return static_cast<Result>(Op::template run<float, Computed>(static_cast<float>(numbers)...));
    } else
#endif
      return static_cast<Result>(
        Op::template run<plain<T>, plain<Result>>(static_cast<plain<T>>(static_cast<T>(numbers))...));
  }
};
// The same by one call for a vector, of functions that device code has.
template <class Op, class Result, class Value, class... Parts> Result each(const Parts &...parts) {
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (count_of<Value> > 1) {
    using Vector = native<scalar_of<Result>, count_of<Result>>;
    return __builtin_bit_cast(Result, Op::template run<scalar_of<Value>, Vector>(as_native<Value>(parts)...));
  }
#endif
  return each_on_host<each_one<Op, scalar_of<Result>>, Result, Value>(parts...);
}

// Functions of the host where C has none of the name. `T` is `float` or `double`.
template <class T> T pi() { return static_cast<T>(3.14159265358979323846264338327950288); }
#define SYCL_PASSES_C(name, ...) \
  static_cast<T>(sizeof(T) == 8 ? __builtin_##name(__VA_ARGS__) : __builtin_##name##f(__VA_ARGS__))
template <class T> T host_sinpi(T x) {
  const T whole = SYCL_PASSES_C(round, x), rest = x - whole;
  const T sine = SYCL_PASSES_C(sin, rest * pi<T>());
  const bool is_odd = SYCL_PASSES_C(fmod, whole, 2) != 0;
  return rest == 0 ? SYCL_PASSES_C(copysign, 0, x) : is_odd ? -sine : sine;
}
template <class T> T host_cospi(T x) {
  const T whole = SYCL_PASSES_C(round, x), rest = __builtin_elementwise_abs(x - whole);
  const T cosine = rest == T(0.5) ? T(0)
                   : rest > T(0.25) ? SYCL_PASSES_C(sin, (T(0.5) - rest) * pi<T>())
                                    : SYCL_PASSES_C(cos, rest * pi<T>());
  return SYCL_PASSES_C(fmod, whole, 2) != 0 && cosine != 0 ? -cosine : cosine;
}
template <class T> T host_maxmag(T x, T y, bool is_max) {
  const T a = __builtin_elementwise_abs(x), b = __builtin_elementwise_abs(y);
  if (a > b) return is_max ? x : y;
  if (b > a) return is_max ? y : x;
  return is_max ? SYCL_PASSES_C(fmax, x, y) : SYCL_PASSES_C(fmin, x, y);
}
template <class T> T host_powr(T x, T y) {
  return x < 0 || x != x || (x == 0 && y == 0) ? SYCL_PASSES_C(nan, "") : SYCL_PASSES_C(pow, x, y);
}
template <class T> T host_rootn(T x, int n) {
  const bool is_odd = n % 2 != 0;
  if (n == 0 || (x < 0 && !is_odd)) return SYCL_PASSES_C(nan, "");
  const double of = __builtin_fabs(static_cast<double>(x));
  double root = __builtin_pow(of, 1.0 / n);
  // A step of Newton's: the error of 1 / n grows with the logarithm.
  if (of != 0 && root != 0 && root < __builtin_inf() && of < __builtin_inf()) {
    const double power = __builtin_pow(root, n);
    if (power != 0 && power < __builtin_inf()) root -= root * (1 - of / power) / n;
  }
  return static_cast<T>(x < 0 || (is_odd && __builtin_signbit(x)) ? -root : root);
}
template <class T> T host_fract(T x, T *whole) {
  const T below = std::is_same_v<T, double> ? static_cast<T>(0x1.fffffffffffffp-1) : static_cast<T>(0x1.fffffep-1f);
  *whole = SYCL_PASSES_C(floor, x);
  if (x != x) return x;
  if (*whole == x) return SYCL_PASSES_C(copysign, 0, x);
  return SYCL_PASSES_C(fmin, x - *whole, below);
}
template <class T> T host_lgamma_r(T x, int *sign) {
  const T whole = SYCL_PASSES_C(floor, x);
  *sign = x < 0 ? (whole == x ? 0 : SYCL_PASSES_C(fmod, whole, 2) != 0 ? -1 : 1) : __builtin_signbit(x) ? -1 : 1;
  return SYCL_PASSES_C(lgamma, x);
}
template <class T> T host_modf(T x, T *whole) {
  *whole = SYCL_PASSES_C(trunc, x);
  return *whole == x ? SYCL_PASSES_C(copysign, 0, x) : x - *whole;
}
// The C library gives three bits of the quotient, OpenCL asks for seven: the whole quotient of what a division by 128
// times as much leaves.
template <class T> T host_remquo(T x, T y, int *quotient) {
  const T rest = SYCL_PASSES_C(fmod, x, y * 128), result = SYCL_PASSES_C(remquo, rest, y, quotient);
  if (result == result) *quotient = static_cast<int>(SYCL_PASSES_C(rint, rest / y - result / y));
  return result;
}
template <class T> T host_sincos(T x, T *cosine) {
  *cosine = SYCL_PASSES_C(cos, x);
  return SYCL_PASSES_C(sin, x);
}
}

// ------------------------------------------------------------------------------ section 4.17.5: floating-point numbers
// Behind the parameters of a function that C++'s library has as a template, too: with `using namespace sycl`, an
// unqualified call means the library's, which has fewer parameters, and is not ambiguous.
#define SYCL_PASSES_NOTHING class... Nothing, detail::only_if<sizeof...(Nothing) == 0> = 0
#define SYCL_PASSES_MATH_1(name, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T, class Type> static Type run(Type x) { \
      return SYCL_PASSES_OPENCL(Type, name, (__VA_ARGS__), x); \
    } \
  }; \
  } \
  template <class First, class Value = detail::real_result<First>, SYCL_PASSES_NOTHING> \
  Value name(const First &x, Nothing...) { \
    return detail::each<detail::name##_of, Value, Value>(x); \
  }
#define SYCL_PASSES_MATH_2(name, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T, class Type> static Type run(Type x, Type y) { \
      return SYCL_PASSES_OPENCL(Type, name, (__VA_ARGS__), x, y); \
    } \
  }; \
  } \
  template <class First, class Second = First, class Value = detail::real_result<First, Second>, \
            SYCL_PASSES_NOTHING> \
  Value name(const First &x, const Second &y, Nothing...) { \
    return detail::each<detail::name##_of, Value, Value>(x, y); \
  }
#define SYCL_PASSES_MATH_3(name, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T, class Type> static Type run(Type x, Type y, Type z) { \
      return SYCL_PASSES_OPENCL(Type, name, (__VA_ARGS__), x, y, z); \
    } \
  }; \
  } \
  template <class First, class Second = First, class Third = First, \
            class Value = detail::real_result<First, Second, Third>, SYCL_PASSES_NOTHING> \
  Value name(const First &x, const Second &y, const Third &z, Nothing...) { \
    return detail::each<detail::name##_of, Value, Value>(x, y, z); \
  }
#define SYCL_PASSES_C_1(name) SYCL_PASSES_MATH_1(name, SYCL_PASSES_C(name, x))
#define SYCL_PASSES_C_2(name) SYCL_PASSES_MATH_2(name, SYCL_PASSES_C(name, x, y))
SYCL_PASSES_C_1(acos) SYCL_PASSES_C_1(acosh) SYCL_PASSES_C_1(asin) SYCL_PASSES_C_1(asinh) SYCL_PASSES_C_1(atan)
SYCL_PASSES_C_1(atanh) SYCL_PASSES_C_1(cbrt) SYCL_PASSES_C_1(ceil) SYCL_PASSES_C_1(cos) SYCL_PASSES_C_1(cosh)
SYCL_PASSES_C_1(erf) SYCL_PASSES_C_1(erfc) SYCL_PASSES_C_1(exp) SYCL_PASSES_C_1(exp2) SYCL_PASSES_C_1(exp10)
SYCL_PASSES_C_1(expm1) SYCL_PASSES_C_1(floor) SYCL_PASSES_C_1(lgamma) SYCL_PASSES_C_1(log)
SYCL_PASSES_C_1(log10) SYCL_PASSES_C_1(log1p) SYCL_PASSES_C_1(log2) SYCL_PASSES_C_1(logb) SYCL_PASSES_C_1(rint)
SYCL_PASSES_C_1(round) SYCL_PASSES_C_1(sin) SYCL_PASSES_C_1(sinh) SYCL_PASSES_C_1(sqrt) SYCL_PASSES_C_1(tan)
SYCL_PASSES_C_1(tanh) SYCL_PASSES_C_1(tgamma) SYCL_PASSES_C_1(trunc)
SYCL_PASSES_MATH_1(acospi, SYCL_PASSES_C(acos, x) / detail::pi<T>())
SYCL_PASSES_MATH_1(asinpi, SYCL_PASSES_C(asin, x) / detail::pi<T>())
SYCL_PASSES_MATH_1(atanpi, SYCL_PASSES_C(atan, x) / detail::pi<T>())
SYCL_PASSES_MATH_1(fabs, __builtin_elementwise_abs(x))
SYCL_PASSES_MATH_1(cospi, detail::host_cospi(x))
SYCL_PASSES_MATH_1(rsqrt, 1 / SYCL_PASSES_C(sqrt, x))
SYCL_PASSES_MATH_1(sinpi, detail::host_sinpi(x))
SYCL_PASSES_MATH_1(tanpi, detail::host_sinpi(x) / detail::host_cospi(x))
SYCL_PASSES_C_2(atan2) SYCL_PASSES_C_2(copysign) SYCL_PASSES_C_2(fdim) SYCL_PASSES_C_2(fmax) SYCL_PASSES_C_2(fmin)
SYCL_PASSES_C_2(fmod) SYCL_PASSES_C_2(hypot) SYCL_PASSES_C_2(nextafter) SYCL_PASSES_C_2(pow)
SYCL_PASSES_C_2(remainder)
SYCL_PASSES_MATH_2(atan2pi, SYCL_PASSES_C(atan2, x, y) / detail::pi<T>())
SYCL_PASSES_MATH_2(maxmag, detail::host_maxmag(x, y, true))
SYCL_PASSES_MATH_2(minmag, detail::host_maxmag(x, y, false))
SYCL_PASSES_MATH_2(powr, detail::host_powr(x, y))
SYCL_PASSES_MATH_3(fma, SYCL_PASSES_C(fma, x, y, z))
SYCL_PASSES_MATH_3(mad, x * y + z)

namespace detail {
struct ilogb_of {
  template <class T, class Type, class From> static Type run(From x) {
    return SYCL_PASSES_OPENCL(Type, ilogb, (sizeof(T) == 8 ? __builtin_ilogb(x) : __builtin_ilogbf(x)), x);
  }
};
// With integers as the second argument. An array's and the host's are done by element.
template <class Op, class Value, class First, class Second> Value each_with_int(const First &x, const Second &k) {
  using T = scalar_of<Value>;
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (count_of<Value> > 1) {
    using Integers = vec<int, count_of<Value>>;
    return __builtin_bit_cast(Value, Op::template run<T>(as_native<Value>(x), as_native<Integers>(k)));
  }
  using Computed = plain<T>;
#else
  using Computed = std::conditional_t<is_half<T>, float, T>;
#endif
  if constexpr (is_many<Value>) {
    Value all{};
    for (int i = 0; i < static_cast<int>(Value::size()); ++i)
      all[i] = static_cast<T>(Op::template run<Computed>(static_cast<Computed>(x[i]), part_of<int>(k, i)));
    return all;
  } else {
    return static_cast<T>(Op::template run<Computed>(static_cast<Computed>(x), static_cast<int>(k)));
  }
}
template <class Second> constexpr bool takes_int() {
  if constexpr (is_many<Second>) return is_integers<typename decltype(value_tag<Second>())::type>;
  else return std::is_convertible_v<const Second &, int>;
}
}
template <class First, class Value = detail::real_result<First>, class Result = detail::with_scalar<Value, int>>
Result ilogb(const First &x) {
  return detail::each<detail::ilogb_of, Result, Value>(x);
}
#define SYCL_PASSES_MATH_INT(name, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T, class Type, class Integers> static Type run(Type x, Integers k) { \
      return SYCL_PASSES_OPENCL(Type, name, (__VA_ARGS__), x, k); \
    } \
  }; \
  } \
  template <class First, class Second, class Value = detail::real_result<First>, \
            detail::only_if<detail::takes_int<Second>()> = 0> \
  Value name(const First &x, const Second &k) { \
    return detail::each_with_int<detail::name##_of, Value>(x, k); \
  }
SYCL_PASSES_MATH_INT(ldexp, SYCL_PASSES_C(ldexp, x, k))
SYCL_PASSES_MATH_INT(pown, static_cast<T>(__builtin_pow(static_cast<double>(x), k)))
SYCL_PASSES_MATH_INT(rootn, detail::host_rootn(x, k))

// With a second result in memory: a pointer or multi_ptr, which is the first template argument of functions of numbers.
namespace detail {
template <class Op, class Value, class Second, class Pointer, class... Parts>
Value each_two(Pointer to, const Parts &...parts) {
  using T = scalar_of<Value>;
#ifdef __SYCL_DEVICE_ONLY__
  using Computed = plain<T>;
  if constexpr (count_of<Value> > 1) {
    native<scalar_of<Second>, count_of<Second>> second;
    const auto first = Op::template run<T>(as_native<Value>(parts)..., &second);
    *to = __builtin_bit_cast(Second, second);
    return __builtin_bit_cast(Value, first);
  }
#else
  using Computed = std::conditional_t<is_half<T>, float, T>;
#endif
  using Also = std::conditional_t<std::is_same_v<scalar_of<Second>, T>, Computed, int>;
  if constexpr (is_many<Value>) {
    Value all{};
    Second others{};
    for (int i = 0; i < static_cast<int>(Value::size()); ++i) {
      Also second;
      all[i] = static_cast<T>(Op::template run<Computed>(static_cast<Computed>(part_of<T>(parts, i))..., &second));
      others[i] = static_cast<scalar_of<Second>>(second);
    }
    *to = others;
    return all;
  } else {
    Also second;
    const T first = static_cast<T>(Op::template run<Computed>(static_cast<Computed>(parts)..., &second));
    *to = static_cast<scalar_of<Second>>(second);
    return first;
  }
}
}
#define SYCL_PASSES_MATH_TWO(name, second, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T, class Type, class Second> static Type run(Type x, Second *to) { \
      return SYCL_PASSES_OPENCL(Type, name, (__VA_ARGS__), x, to); \
    } \
  }; \
  } \
  template <class First, class Pointer, class Value = detail::real_result<First>, detail::only_if<detail::is_many<First>> = 0> \
  Value name(const First &x, Pointer to) { \
    return detail::each_two<detail::name##_of, Value, second>(to, x); \
  } \
  template <class Pointer, class First, class Value = detail::real_result<First>, detail::only_if<!detail::is_many<First>> = 0> \
  Value name(const First &x, Pointer to) { \
    return detail::each_two<detail::name##_of, Value, second>(to, x); \
  }
SYCL_PASSES_MATH_TWO(fract, Value, detail::host_fract(x, to))
SYCL_PASSES_MATH_TWO(modf, Value, detail::host_modf(x, to))
SYCL_PASSES_MATH_TWO(sincos, Value, detail::host_sincos(x, to))
#define SYCL_PASSES_INTEGERS detail::with_scalar<Value, int>
SYCL_PASSES_MATH_TWO(frexp, SYCL_PASSES_INTEGERS, SYCL_PASSES_C(frexp, x, to))
SYCL_PASSES_MATH_TWO(lgamma_r, SYCL_PASSES_INTEGERS, detail::host_lgamma_r(x, to))
#undef SYCL_PASSES_INTEGERS
namespace detail {
struct remquo_of {
  template <class T, class Type, class Second> static Type run(Type x, Type y, Second *to) {
    return SYCL_PASSES_OPENCL(Type, remquo, host_remquo(x, y, to), x, y, to);
  }
};
// The code of a NaN is the lower bits of it.
struct nan_of {
  template <class T> static auto run(T code) {
    using RealType = real_of_rank<sizeof(T) == 2 ? 2 : sizeof(T) == 4 ? 3 : 4>;
    constexpr int bits = std::numeric_limits<RealType>::digits - 2;
    const T quiet = static_cast<T>(__builtin_bit_cast(T, std::numeric_limits<RealType>::quiet_NaN()));
    return __builtin_bit_cast(RealType, static_cast<T>(quiet | (code & static_cast<T>((T(1) << bits) - 1))));
  }
};
}
template <class First, class Second, class Pointer, class Value = detail::real_result<First, Second>,
          detail::only_if<detail::is_many<First> || detail::is_many<Second>> = 0>
Value remquo(const First &x, const Second &y, Pointer to) {
  return detail::each_two<detail::remquo_of, Value, detail::with_scalar<Value, int>>(to, x, y);
}
template <class Pointer, class First, class Second, class Value = detail::real_result<First, Second>,
          detail::only_if<!detail::is_many<First> && !detail::is_many<Second>> = 0>
Value remquo(const First &x, const Second &y, Pointer to) {
  return detail::each_two<detail::remquo_of, Value, detail::with_scalar<Value, int>>(to, x, y);
}
template <class First, class Value = detail::same_result<First>,
          class T = detail::real_of_rank<sizeof(detail::scalar_of<Value>) == 2 ? 2
                                         : sizeof(detail::scalar_of<Value>) == 4 ? 3 : 4>,
          detail::only_if<std::is_integral_v<detail::scalar_of<Value>> && (sizeof(detail::scalar_of<Value>) > 1)> = 0>
detail::with_scalar<Value, T> nan(const First &code) {
  using Codes = detail::with_scalar<Value, std::make_unsigned_t<detail::scalar_of<Value>>>;
  return detail::each_on_host<detail::nan_of, detail::with_scalar<Value, T>, Codes>(code);
}
namespace detail {
std::uint16_t code_of(std::uint16_t);
std::uint32_t code_of(std::uint32_t);
std::uint64_t code_of(std::uint64_t);
}
template <class First, class Code = decltype(detail::code_of(std::declval<const First &>())),
          detail::only_if<std::is_class_v<First> && !detail::is_many<First>> = 0>
auto nan(const First &code) { return nan(static_cast<Code>(code)); }

// ------------------------------------------------------------ sections 4.17.6 and 4.17.7: native and half precision
// Of `float`. Others are computed as by the function of the name in namespace sycl.
namespace detail {
#define SYCL_PASSES_NATIVE_1(name, ...) \
  template <bool IsHalf> struct native_##name##_of { \
    template <class T, class Type> static Type run(Type x) { \
      if constexpr (IsHalf) return SYCL_PASSES_OPENCL(Type, half_##name, (__VA_ARGS__), x); \
      else return SYCL_PASSES_OPENCL(Type, native_##name, (__VA_ARGS__), x); \
    } \
  };
#define SYCL_PASSES_NATIVE_2(name, ...) \
  template <bool IsHalf> struct native_##name##_of { \
    template <class T, class Type> static Type run(Type x, Type y) { \
      if constexpr (IsHalf) return SYCL_PASSES_OPENCL(Type, half_##name, (__VA_ARGS__), x, y); \
      else return SYCL_PASSES_OPENCL(Type, native_##name, (__VA_ARGS__), x, y); \
    } \
  };
SYCL_PASSES_NATIVE_1(cos, __builtin_cosf(x)) SYCL_PASSES_NATIVE_1(exp, __builtin_expf(x))
SYCL_PASSES_NATIVE_1(exp2, __builtin_exp2f(x)) SYCL_PASSES_NATIVE_1(exp10, __builtin_exp10f(x))
SYCL_PASSES_NATIVE_1(log, __builtin_logf(x)) SYCL_PASSES_NATIVE_1(log2, __builtin_log2f(x))
SYCL_PASSES_NATIVE_1(log10, __builtin_log10f(x)) SYCL_PASSES_NATIVE_1(recip, 1 / x)
SYCL_PASSES_NATIVE_1(rsqrt, 1 / __builtin_sqrtf(x)) SYCL_PASSES_NATIVE_1(sin, __builtin_sinf(x))
SYCL_PASSES_NATIVE_1(sqrt, __builtin_sqrtf(x)) SYCL_PASSES_NATIVE_1(tan, __builtin_tanf(x))
SYCL_PASSES_NATIVE_2(divide, x / y) SYCL_PASSES_NATIVE_2(powr, detail::host_powr(x, y))
#undef SYCL_PASSES_NATIVE_1
#undef SYCL_PASSES_NATIVE_2
// Integers become `float` here.
template <class... Types>
using native_result = real_result<std::conditional_t<std::is_integral_v<Types>, float, Types>...>;
template <class Value> inline constexpr bool is_floats = std::is_same_v<scalar_of<Value>, float>;
}
#define SYCL_PASSES_NATIVE_1(name, is_half, ...) \
  template <class First, class Value = detail::native_result<First>> Value name(const First &x) { \
    if constexpr (!detail::is_floats<Value>) return __VA_ARGS__; \
    else return detail::each<detail::native_##name##_of<is_half>, Value, Value>(x); \
  }
#define SYCL_PASSES_NATIVE_2(name, is_half, ...) \
  template <class First, class Second = First, class Value = detail::native_result<First, Second>> \
  Value name(const First &x, const Second &y) { \
    if constexpr (!detail::is_floats<Value>) return __VA_ARGS__; \
    else return detail::each<detail::native_##name##_of<is_half>, Value, Value>(x, y); \
  }
#define SYCL_PASSES_NATIVE(is_half) \
  SYCL_PASSES_NATIVE_1(cos, is_half, sycl::cos(x)) SYCL_PASSES_NATIVE_1(exp, is_half, sycl::exp(x)) \
  SYCL_PASSES_NATIVE_1(exp2, is_half, sycl::exp2(x)) SYCL_PASSES_NATIVE_1(exp10, is_half, sycl::exp10(x)) \
  SYCL_PASSES_NATIVE_1(log, is_half, sycl::log(x)) SYCL_PASSES_NATIVE_1(log2, is_half, sycl::log2(x)) \
  SYCL_PASSES_NATIVE_1(log10, is_half, sycl::log10(x)) SYCL_PASSES_NATIVE_1(rsqrt, is_half, sycl::rsqrt(x)) \
  SYCL_PASSES_NATIVE_1(sin, is_half, sycl::sin(x)) SYCL_PASSES_NATIVE_1(sqrt, is_half, sycl::sqrt(x)) \
  SYCL_PASSES_NATIVE_1(tan, is_half, sycl::tan(x)) \
  SYCL_PASSES_NATIVE_1(recip, is_half, static_cast<detail::scalar_of<Value>>(1) / Value(x)) \
  SYCL_PASSES_NATIVE_2(divide, is_half, Value(x) / Value(y)) SYCL_PASSES_NATIVE_2(powr, is_half, sycl::powr(x, y))
namespace native { SYCL_PASSES_NATIVE(false) }
namespace half_precision { SYCL_PASSES_NATIVE(true) }
#undef SYCL_PASSES_NATIVE
#undef SYCL_PASSES_NATIVE_1
#undef SYCL_PASSES_NATIVE_2
// The extension sycl_ext_oneapi_native_math.
namespace ext::oneapi::experimental::native {
using sycl::native::exp2;
using sycl::tanh;
}

// ------------------------------------------------------------------------------------------ section 4.17.8: integers
namespace detail {
template <class T> using unsigned_of = std::make_unsigned_t<T>;
// The lowest integer is its own.
template <class T> T absolute(T x) {
  if constexpr (std::is_unsigned_v<T>) return x;
  else if constexpr (std::is_integral_v<T>) return static_cast<T>(x < 0 ? 0 - static_cast<unsigned_of<T>>(x) : x);
  else return sycl::fabs(x);
}
template <class T> T host_rotate(T x, T by) { return __builtin_elementwise_fshl(x, x, by); }
template <class T> T host_mul_hi(T x, T y) {
  using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
  return static_cast<T>((static_cast<Wide>(x) * static_cast<Wide>(y)) >> (sizeof(T) * 8));
}
template <class T> T host_mad_sat(T x, T y, T z) {
  using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
  const Wide all = static_cast<Wide>(x) * static_cast<Wide>(y) + static_cast<Wide>(z);
  constexpr T lowest = std::numeric_limits<T>::min(), highest = std::numeric_limits<T>::max();
  return all < static_cast<Wide>(lowest) ? lowest : all > static_cast<Wide>(highest) ? highest : static_cast<T>(all);
}
}
// Functions that device code has, by the sign of the elements: `s_` or `u_` before the name.
#define SYCL_PASSES_BY_SIGN(name, arguments, host) \
  if constexpr (std::is_signed_v<T>) return SYCL_PASSES_OPENCL(Type, s_##name, host, SYCL_PASSES_ARGUMENTS arguments); \
  else return SYCL_PASSES_OPENCL(Type, u_##name, host, SYCL_PASSES_ARGUMENTS arguments);
#define SYCL_PASSES_ARGUMENTS(...) __VA_ARGS__
#define SYCL_PASSES_NAMELESS(name, arguments, host) \
  return SYCL_PASSES_OPENCL(Type, name, host, SYCL_PASSES_ARGUMENTS arguments);
// Functions that are written here, for elements.
#define SYCL_PASSES_WRITTEN(name, arguments, host) return static_cast<Type>(host);
#define SYCL_PASSES_FUNCTION_1(name, condition, each, body, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T, class Type> static Type run(Type x) { SYCL_PASSES_##body(name, (x), (__VA_ARGS__)) } \
  }; \
  } \
  template <class First, class Value = detail::same_result<First>, detail::only_if<detail::condition<Value>> = 0> \
  Value name(const First &x) { \
    return detail::each<detail::name##_of, Value, Value>(x); \
  }
#define SYCL_PASSES_FUNCTION_2(name, condition, each, body, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T, class Type> static Type run(Type x, Type y) { SYCL_PASSES_##body(name, (x, y), (__VA_ARGS__)) } \
  }; \
  } \
  template <class First, class Second = First, class Value = detail::same_result<First, Second>, \
            detail::only_if<detail::condition<Value>> = 0> \
  Value name(const First &x, const Second &y) { \
    return detail::each<detail::name##_of, Value, Value>(x, y); \
  }
#define SYCL_PASSES_FUNCTION_3(name, condition, each, body, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T, class Type> static Type run(Type x, Type y, Type z) { \
      SYCL_PASSES_##body(name, (x, y, z), (__VA_ARGS__)) \
    } \
  }; \
  } \
  template <class First, class Second = First, class Third = First, \
            class Value = detail::same_result<First, Second, Third>, \
            detail::only_if<detail::condition<Value>> = 0> \
  Value name(const First &x, const Second &y, const Third &z) { \
    return detail::each<detail::name##_of, Value, Value>(x, y, z); \
  }
#define SYCL_PASSES_BITS static_cast<int>(sizeof(T) * 8)
// In `unsigned` at least, since products of shorter types are computed in `int`.
#define SYCL_PASSES_UNSIGNED(x) \
  static_cast<std::common_type_t<unsigned_of<T>, unsigned>>(static_cast<unsigned_of<T>>(x))
// Also of floating-point numbers, as in earlier versions.
SYCL_PASSES_FUNCTION_1(abs, is_numerics, each_on_host, WRITTEN, detail::absolute(x))
SYCL_PASSES_FUNCTION_2(abs_diff, is_integers, each_on_host, WRITTEN,
                       x > y ? SYCL_PASSES_UNSIGNED(x) - SYCL_PASSES_UNSIGNED(y)
                             : SYCL_PASSES_UNSIGNED(y) - SYCL_PASSES_UNSIGNED(x))
SYCL_PASSES_FUNCTION_2(add_sat, is_integers, each, BY_SIGN, __builtin_elementwise_add_sat(x, y))
SYCL_PASSES_FUNCTION_2(sub_sat, is_integers, each, BY_SIGN, __builtin_elementwise_sub_sat(x, y))
SYCL_PASSES_FUNCTION_2(hadd, is_integers, each_on_host, WRITTEN, (x & y) + ((x ^ y) >> 1))
SYCL_PASSES_FUNCTION_2(rhadd, is_integers, each_on_host, WRITTEN, (x | y) - ((x ^ y) >> 1))
SYCL_PASSES_FUNCTION_1(clz, is_integers, each, NAMELESS,
                       static_cast<Type>(__builtin_clzg(static_cast<unsigned_of<T>>(x), SYCL_PASSES_BITS)))
SYCL_PASSES_FUNCTION_1(ctz, is_integers, each, NAMELESS,
                       static_cast<Type>(__builtin_ctzg(static_cast<unsigned_of<T>>(x), SYCL_PASSES_BITS)))
SYCL_PASSES_FUNCTION_1(popcount, is_integers, each, NAMELESS,
                       static_cast<Type>(__builtin_popcountg(static_cast<unsigned_of<T>>(x))))
SYCL_PASSES_FUNCTION_2(mul_hi, is_integers, each, BY_SIGN, detail::host_mul_hi<T>(x, y))
SYCL_PASSES_FUNCTION_3(mad_sat, is_integers, each, BY_SIGN, detail::host_mad_sat<T>(x, y, z))
SYCL_PASSES_FUNCTION_2(rotate, is_integers, each, NAMELESS,
                       detail::host_rotate<detail::unsigned_of<T>>(x, y))
SYCL_PASSES_FUNCTION_2(mul24, is_integers, each_on_host, WRITTEN, SYCL_PASSES_UNSIGNED(x) * SYCL_PASSES_UNSIGNED(y))
SYCL_PASSES_FUNCTION_3(mad24, is_integers, each_on_host, WRITTEN,
                       SYCL_PASSES_UNSIGNED(x) * SYCL_PASSES_UNSIGNED(y) + SYCL_PASSES_UNSIGNED(z))
template <class First, class Second = First, class Third = First,
          class Value = detail::same_result<First, Second, Third>,
          detail::only_if<detail::is_integers<Value>> = 0>
Value mad_hi(const First &x, const Second &y, const Third &z) {
  const Value high = sycl::mul_hi(static_cast<const Value &>(x), static_cast<const Value &>(y));
  return static_cast<Value>(high + static_cast<const Value &>(z));
}
namespace detail {
template <size_t Bytes, bool Signed> struct integer_of_sign { using type = typename integer_of<Bytes>::type; };
template <size_t Bytes> struct integer_of_sign<Bytes, false> {
  using type = std::make_unsigned_t<typename integer_of<Bytes>::type>;
};
template <class T> using twice_as_wide = typename integer_of_sign<2 * sizeof(T), std::is_signed_v<T>>::type;
template <class T> inline constexpr bool is_half_an_integer = std::is_integral_v<T> && sizeof(T) < 8;
}
// The lower half is of the unsigned type.
template <class First, class Second, class Value = detail::same_result<First>, class Low = detail::same_result<Second>,
          detail::only_if<detail::is_half_an_integer<detail::scalar_of<Value>>> = 0>
auto upsample(const First &high, const Second &low) {
  using T = detail::scalar_of<Value>;
  using Wide = detail::twice_as_wide<T>;
  using Result = detail::with_scalar<Value, Wide>;
  const auto joined = [](T above, T below) {
    using Bits = std::make_unsigned_t<Wide>;
    const Bits lower = static_cast<std::make_unsigned_t<T>>(below);
    return static_cast<Wide>((static_cast<Bits>(above) << (sizeof(T) * 8)) | lower);
  };
  if constexpr (detail::is_many<Value>) {
    Result all{};
    for (int i = 0; i < static_cast<int>(Value::size()); ++i) all[i] = joined(high[i], static_cast<T>(low[i]));
    return all;
  } else {
    return joined(high, static_cast<T>(low));
  }
}

// --------------------------------------------------------------------------- section 4.17.9: integers and real numbers
SYCL_PASSES_FUNCTION_2(max, is_numerics, each_on_host, WRITTEN, x < y ? y : x)
SYCL_PASSES_FUNCTION_2(min, is_numerics, each_on_host, WRITTEN, y < x ? y : x)
SYCL_PASSES_FUNCTION_3(clamp, is_numerics, each_on_host, WRITTEN, (x < y ? y : x) > z ? z : (x < y ? y : x))
#define SYCL_PASSES_REAL_1(name, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T> static T run(T x) { return static_cast<T>(__VA_ARGS__); } \
  }; \
  } \
  template <class First, class Value = detail::real_result<First>> Value name(const First &x) { \
    return detail::each_on_host<detail::name##_of, Value, Value>(x); \
  }
#define SYCL_PASSES_REAL_2(name, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T> static T run(T x, T y) { return static_cast<T>(__VA_ARGS__); } \
  }; \
  } \
  template <class First, class Second = First, class Value = detail::real_result<First, Second>> \
  Value name(const First &x, const Second &y) { \
    return detail::each_on_host<detail::name##_of, Value, Value>(x, y); \
  }
#define SYCL_PASSES_REAL_3(name, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T> static T run(T x, T y, T z) { return static_cast<T>(__VA_ARGS__); } \
  }; \
  } \
  template <class First, class Second = First, class Third = First, \
            class Value = detail::real_result<First, Second, Third>> \
  Value name(const First &x, const Second &y, const Third &z) { \
    return detail::each_on_host<detail::name##_of, Value, Value>(x, y, z); \
  }
namespace detail {
template <class T> T step_between(T from, T to, T x) {
  const T whole = (x - from) / (to - from), part = whole < 0 ? T(0) : whole > 1 ? T(1) : whole;
  return static_cast<T>(part * part * (3 - 2 * part));
}
// A parameter that no template argument is found from, and that is converted to, so that other overloads come first.
template <class T> struct number_for {
  T value;
  template <class Number, only_if<std::is_convertible_v<Number, T>> = 0>
  constexpr number_for(const Number &from) : value(static_cast<T>(from)) {}
};
template <class NonScalar> using number_of = number_for<std::enable_if_t<is_many<NonScalar>, scalar_of<NonScalar>>>;
}
SYCL_PASSES_REAL_1(degrees, x * (180 / pi<T>()))
SYCL_PASSES_REAL_1(radians, x * (pi<T>() / 180))
SYCL_PASSES_REAL_1(sign, x != x ? T(0) : x > 0 ? T(1) : x < 0 ? T(-1) : x)
SYCL_PASSES_REAL_2(step, y < x ? 0 : 1)
SYCL_PASSES_REAL_3(mix, x + (y - x) * z)
SYCL_PASSES_REAL_3(smoothstep, detail::step_between(x, y, z))
// The type of a vector or array may be the only template argument: step<vec<float, 2>>(0.5f, {1, 2}).
template <class NonScalar> NonScalar step(detail::number_of<NonScalar> edge, const NonScalar &x) {
  return sycl::step(edge.value, x);
}
template <class NonScalar>
NonScalar smoothstep(detail::number_of<NonScalar> from, detail::number_of<NonScalar> to, const NonScalar &x) {
  return sycl::smoothstep(from.value, to.value, x);
}

// -------------------------------------------------------------------------------------- section 4.17.10: geometry
namespace detail {
// Arrays of two to four elements are computed as vectors.
template <class Value> auto as_vector(const Value &from) {
  if constexpr (array_count<Value> != 0) {
    vec<typename Value::value_type, static_cast<int>(array_count<Value>)> all{};
    for (size_t i = 0; i < from.size(); ++i) all[static_cast<int>(i)] = from[i];
    return all;
  } else {
    return from;
  }
}
template <class Value, class Vector> Value from_vector(const Vector &from) {
  if constexpr (array_count<Value> != 0) {
    Value all{};
    for (size_t i = 0; i < all.size(); ++i) all[i] = from[static_cast<int>(i)];
    return all;
  } else {
    return from;
  }
}
template <class Value> scalar_of<Value> sum_of_products(const Value &x, const Value &y) {
  if constexpr (is_many<Value>) {
    scalar_of<Value> sum = static_cast<scalar_of<Value>>(x[0] * y[0]);
    for (int i = 1; i < static_cast<int>(Value::size()); ++i) sum += static_cast<scalar_of<Value>>(x[i] * y[i]);
    return sum;
  } else {
    return x * y;
  }
}
// No product overflows or vanishes: of half and float in a wider type, of double with the largest element as the unit.
template <class Value> scalar_of<Value> host_length(const Value &x) {
  using T = scalar_of<Value>;
  if constexpr (is_many<Value>) {
    double largest = 0, sum = 0;
    if constexpr (std::is_same_v<T, double>)
      for (int i = 0; i < static_cast<int>(Value::size()); ++i) largest = __builtin_fmax(largest, __builtin_fabs(x[i]));
    const bool is_usual = largest == 0 || (largest > 0x1p-500 && largest < 0x1p500) || largest == __builtin_inf();
    const double unit = is_usual ? 1 : largest;
    for (int i = 0; i < static_cast<int>(Value::size()); ++i) {
      const double one = static_cast<double>(x[i]) / unit;
      sum += one * one;
    }
    return static_cast<T>(__builtin_sqrt(sum) * unit);
  } else {
    return static_cast<T>(__builtin_fabs(static_cast<double>(x)));
  }
}
template <class Value> scalar_of<Value> length_of(const Value &x) {
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (count_of<Value> > 1) return SYCL_PASSES_OPENCL(plain<scalar_of<Value>>, length, 0, as_native<Value>(x));
  else if constexpr (count_of<Value> == 1) return sycl::fabs(x[0]);
  else if constexpr (!is_many<Value>) return sycl::fabs(x);
  else
#endif
    return host_length(x);
}
template <class Value> Value normalized(const Value &x) {
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (count_of<Value> > 1) {
    using Vector = native<scalar_of<Value>, count_of<Value>>;
    return __builtin_bit_cast(Value, SYCL_PASSES_OPENCL(Vector, normalize, 0, as_native<Value>(x)));
  }
#endif
  const scalar_of<Value> size = length_of(x);
  return size == 0 ? x : static_cast<Value>(x / size);
}
}
template <class First, class Second = First, class Value = detail::real_result<First, Second>>
detail::scalar_of<Value> dot(const First &x, const Second &y) {
  return detail::sum_of_products(static_cast<const Value &>(x), static_cast<const Value &>(y));
}
template <class First, class Second = First, class Value = detail::real_result<First, Second>,
          detail::only_if<detail::is_many<Value>> = 0>
Value cross(const First &first, const Second &second) {
  static_assert(Value::size() == 3 || Value::size() == 4, "sycl::cross is for 3 or 4 elements; the fourth is 0");
  using T = detail::scalar_of<Value>;
  const Value &a = first, &b = second;
  Value all{};
  all[0] = static_cast<T>(a[1] * b[2] - a[2] * b[1]);
  all[1] = static_cast<T>(a[2] * b[0] - a[0] * b[2]);
  all[2] = static_cast<T>(a[0] * b[1] - a[1] * b[0]);
  return all;
}
template <class First, class Value = detail::real_result<First>> detail::scalar_of<Value> length(const First &x) {
  return detail::length_of(detail::as_vector(static_cast<const Value &>(x)));
}
template <class First, class Second = First, class Value = detail::real_result<First, Second>>
detail::scalar_of<Value> distance(const First &x, const Second &y) {
  return sycl::length(static_cast<Value>(static_cast<const Value &>(x) - static_cast<const Value &>(y)));
}
template <class First, class Value = detail::real_result<First>> Value normalize(const First &x) {
  return detail::from_vector<Value>(detail::normalized(detail::as_vector(static_cast<const Value &>(x))));
}
// Products may overflow in these.
template <class First, class Value = detail::real_result<First>> detail::scalar_of<Value> fast_length(const First &x) {
  return sycl::sqrt(sycl::dot(x, x));
}
template <class First, class Second = First, class Value = detail::real_result<First, Second>>
detail::scalar_of<Value> fast_distance(const First &x, const Second &y) {
  return sycl::fast_length(static_cast<Value>(static_cast<const Value &>(x) - static_cast<const Value &>(y)));
}
template <class First, class Value = detail::real_result<First>> Value fast_normalize(const First &x) {
  const Value &all = x;
  const detail::scalar_of<Value> square = sycl::dot(all, all);
  return square == 0 ? all : static_cast<Value>(all * sycl::rsqrt(square));
}

// -------------------------------------------------------------------------------------- section 4.17.11: relations
namespace detail {
// By bits, which optimizations that ignore NaNs leave.
template <class T> struct bits_of {
  using Bits = unsigned_of<truth<T>>;
  static constexpr Bits sign = static_cast<Bits>(Bits(1) << (sizeof(T) * 8 - 1));
  static constexpr Bits infinity = __builtin_bit_cast(Bits, std::numeric_limits<T>::infinity());
  static constexpr Bits smallest = __builtin_bit_cast(Bits, std::numeric_limits<T>::min());
  static Bits of(T x) { return __builtin_bit_cast(Bits, x); }
  static Bits size(T x) { return static_cast<Bits>(of(x) & ~sign); }
};
}
#define SYCL_PASSES_RELATION_1(name, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T> static bool run(T x) { return __VA_ARGS__; } \
  }; \
  } \
  template <class First, class Value = detail::real_result<First>, SYCL_PASSES_NOTHING> \
  detail::truth_for<Value> name(const First &x, Nothing...) { \
    return detail::each_on_host<detail::name##_of, detail::truth_for<Value>, Value>(x); \
  }
#define SYCL_PASSES_RELATION_2(name, ...) \
  namespace detail { \
  struct name##_of { \
    template <class T> static bool run(T x, T y) { return __VA_ARGS__; } \
  }; \
  } \
  template <class First, class Second = First, class Value = detail::real_result<First, Second>, \
            SYCL_PASSES_NOTHING> \
  detail::truth_for<Value> name(const First &x, const Second &y, Nothing...) { \
    return detail::each_on_host<detail::name##_of, detail::truth_for<Value>, Value>(x, y); \
  }
SYCL_PASSES_RELATION_1(isfinite, bits_of<T>::size(x) < bits_of<T>::infinity)
SYCL_PASSES_RELATION_1(isinf, bits_of<T>::size(x) == bits_of<T>::infinity)
SYCL_PASSES_RELATION_1(isnan, (bits_of<T>::size(x) > bits_of<T>::infinity))
SYCL_PASSES_RELATION_1(isnormal, bits_of<T>::size(x) >= bits_of<T>::smallest &&
                                   bits_of<T>::size(x) < bits_of<T>::infinity)
SYCL_PASSES_RELATION_1(signbit, (bits_of<T>::of(x) & bits_of<T>::sign) != 0)
SYCL_PASSES_RELATION_2(isequal, x == y)
SYCL_PASSES_RELATION_2(isnotequal, x != y)
SYCL_PASSES_RELATION_2(isgreater, (x > y))
SYCL_PASSES_RELATION_2(isgreaterequal, x >= y)
SYCL_PASSES_RELATION_2(isless, x < y)
SYCL_PASSES_RELATION_2(islessequal, x <= y)
SYCL_PASSES_RELATION_2(islessgreater, x < y || x > y)
SYCL_PASSES_RELATION_2(isordered, isnan_of::run(x) == 0 && isnan_of::run(y) == 0)
SYCL_PASSES_RELATION_2(isunordered, isnan_of::run(x) || isnan_of::run(y))

namespace detail {
// `bool` is true, an integer is if its highest bit is set.
template <class T> bool is_set(T x) {
  if constexpr (std::is_same_v<T, bool>) return x;
  else return (static_cast<unsigned_of<T>>(x) >> (sizeof(T) * 8 - 1)) != 0;
}
template <class Value> using truth_or_int = std::conditional_t<count_of<Value> != 0, int, bool>;
struct bitselect_of {
  template <class T> static T run(T x, T y, T mask) {
    using Bits = unsigned_of<truth<T>>;
    const Bits a = __builtin_bit_cast(Bits, x), b = __builtin_bit_cast(Bits, y), of_b = __builtin_bit_cast(Bits, mask);
    return __builtin_bit_cast(T, static_cast<Bits>((a & ~of_b) | (b & of_b)));
  }
};
template <class Value, class Condition> constexpr bool selects() {
  if constexpr (!is_many<Value>) return !is_many<Condition> && std::is_convertible_v<const Condition &, bool>;
  else if constexpr (!is_many<Condition>) return std::is_same_v<Condition, bool> && array_count<Value> != 0;
  else return std::is_integral_v<typename Condition::value_type> && Condition::size() == Value::size();
}
}
template <class First, class Value = detail::same_result<First>, detail::only_if<detail::is_integers<Value>> = 0>
detail::truth_or_int<Value> any(const First &x) {
  if constexpr (detail::is_many<Value>) {
    bool all = false;
    for (int i = 0; i < static_cast<int>(Value::size()); ++i) all |= detail::is_set(x[i]);
    return all;
  } else {
    return detail::is_set(x);
  }
}
template <class First, class Value = detail::same_result<First>, detail::only_if<detail::is_integers<Value>> = 0>
detail::truth_or_int<Value> all(const First &x) {
  if constexpr (detail::is_many<Value>) {
    bool all = true;
    for (int i = 0; i < static_cast<int>(Value::size()); ++i) all &= detail::is_set(x[i]);
    return all;
  } else {
    return detail::is_set(x);
  }
}
template <class First, class Second = First, class Third = First,
          class Value = detail::same_result<First, Second, Third>,
          detail::only_if<detail::is_numerics<Value>> = 0>
Value bitselect(const First &x, const Second &y, const Third &mask) {
  return detail::each_on_host<detail::bitselect_of, Value, Value>(x, y, mask);
}
template <class First, class Second = First, class Third = First, class Value = detail::same_result<First, Second>,
          detail::only_if<detail::selects<Value, Third>()> = 0>
Value select(const First &x, const Second &y, const Third &condition) {
  if constexpr (detail::is_many<Value>) {
    using T = detail::scalar_of<Value>;
    Value all{};
    for (int i = 0; i < static_cast<int>(Value::size()); ++i)
      all[i] = detail::is_set(detail::part_of<bool>(condition, i)) ? detail::part_of<T>(y, i)
                                                                   : detail::part_of<T>(x, i);
    return all;
  } else {
    return static_cast<bool>(condition) ? static_cast<Value>(y) : static_cast<Value>(x);
  }
}
}}
#undef SYCL_PASSES_NOTHING
#undef SYCL_PASSES_MATH_1
#undef SYCL_PASSES_MATH_2
#undef SYCL_PASSES_MATH_3
#undef SYCL_PASSES_MATH_INT
#undef SYCL_PASSES_MATH_TWO
#undef SYCL_PASSES_C
#undef SYCL_PASSES_C_1
#undef SYCL_PASSES_C_2
#undef SYCL_PASSES_BY_SIGN
#undef SYCL_PASSES_ARGUMENTS
#undef SYCL_PASSES_NAMELESS
#undef SYCL_PASSES_WRITTEN
#undef SYCL_PASSES_FUNCTION_1
#undef SYCL_PASSES_FUNCTION_2
#undef SYCL_PASSES_FUNCTION_3
#undef SYCL_PASSES_BITS
#undef SYCL_PASSES_UNSIGNED
#undef SYCL_PASSES_REAL_1
#undef SYCL_PASSES_REAL_2
#undef SYCL_PASSES_REAL_3
#undef SYCL_PASSES_RELATION_1
#undef SYCL_PASSES_RELATION_2
SYCL_PASSES_INLINE_END
