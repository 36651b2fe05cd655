// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mathematics of numbers, and of `vec` and `marray` for each element. A function is two templates for all types,
// because clang takes longer to read declarations than to compile a small kernel: one that declares the built-in
// function and calls it, and one in `sycl`.
#pragma once
namespace sycl { inline namespace _V1 { namespace detail {
template <class T> constexpr bool is_real = __is_floating_point(T) || __is_same(T, half);
// Type that a function of several types computes with: vectors and numbers give vectors.
template <class A, class... B> struct together { using type = A; };
template <class A, class B, class... C>
struct together<A, B, C...> : together<__remove_cvref(decltype(A() + B())), C...> {};
template <class A> struct together<A, A> { using type = A; };
template <class A> struct together<A, A, A> { using type = A; };
template <class... T> using together_t = typename together<T...>::type;
template <class R> constexpr auto number_of() {
  if constexpr (has_elements<R>) return typename R::value_type();
  else return R();
}
template <class R> using number_in = decltype(number_of<R>());
// `Function` of numbers, or for each element.
template <auto Function, class R, class... A> [[gnu::always_inline]] constexpr R apply(const A &...a) {
  using E = number_in<R>;
  if constexpr (has_elements<R>) {
    R all;
    for (size_t i = 0; i < R::size(); ++i) all[i] = Function(static_cast<E>(element(a, i))...);
    return all;
  } else {
    return Function(static_cast<E>(a)...);
  }
}
}}}
#define SYP_DEFINE_1(name, tag) \
  template <class A> constexpr A name(const A &x) { return _V1::detail::apply<&tag<_V1::detail::number_in<A>>, A>(x); }
#define SYP_DEFINE_2(name, tag) \
  template <class A, class B> constexpr _V1::detail::together_t<A, B> name(const A &x, const B &y) { \
    using R = _V1::detail::together_t<A, B>; \
    return _V1::detail::apply<&tag<_V1::detail::number_in<R>>, R>(x, y); \
  }
#define SYP_DEFINE_3(name, tag) \
  template <class A, class B, class C> \
  constexpr _V1::detail::together_t<A, B, C> name(const A &x, const B &y, const C &z) { \
    using R = _V1::detail::together_t<A, B, C>; \
    return _V1::detail::apply<&tag<_V1::detail::number_in<R>>, R>(x, y, z); \
  }
// Outside of namespaces, where the declaration of the built-in function has to be.
#define SYP_MATH(count, name) SYP_MATH_##count(name, __syp_ocl_##name, __spirv_ocl_##name)
#define SYP_FOR_REALS(name) \
  static_assert(sycl::detail::is_real<R>, #name " is for floating-point numbers, and vectors of them");
#define SYP_MATH_1(name, tag, builtin) \
  template <class R> inline R tag(R x) { \
    SYP_FOR_REALS(name) [[gnu::const]] R builtin(R) noexcept; \
    return builtin(x); \
  }
#define SYP_MATH_2(name, tag, builtin) \
  template <class R> inline R tag(R x, R y) { \
    SYP_FOR_REALS(name) [[gnu::const]] R builtin(R, R) noexcept; \
    return builtin(x, y); \
  }
#define SYP_MATH_3(name, tag, builtin) \
  template <class R> inline R tag(R x, R y, R z) { \
    SYP_FOR_REALS(name) [[gnu::const]] R builtin(R, R, R) noexcept; \
    return builtin(x, y, z); \
  }
SYP_MATH(1, acos) SYP_MATH(1, acosh) SYP_MATH(1, acospi) SYP_MATH(1, asin) SYP_MATH(1, asinh) SYP_MATH(1, asinpi)
SYP_MATH(1, atan) SYP_MATH(1, atanh) SYP_MATH(1, atanpi) SYP_MATH(1, cbrt) SYP_MATH(1, ceil) SYP_MATH(1, cos)
SYP_MATH(1, cosh) SYP_MATH(1, cospi) SYP_MATH(1, erf) SYP_MATH(1, erfc) SYP_MATH(1, exp) SYP_MATH(1, exp2)
SYP_MATH(1, exp10) SYP_MATH(1, expm1) SYP_MATH(1, fabs) SYP_MATH(1, floor) SYP_MATH(1, lgamma) SYP_MATH(1, log)
SYP_MATH(1, log2) SYP_MATH(1, log10) SYP_MATH(1, log1p) SYP_MATH(1, logb) SYP_MATH(1, rint) SYP_MATH(1, round)
SYP_MATH(1, rsqrt) SYP_MATH(1, sin) SYP_MATH(1, sinh) SYP_MATH(1, sinpi) SYP_MATH(1, sqrt) SYP_MATH(1, tan)
SYP_MATH(1, tanh) SYP_MATH(1, tanpi) SYP_MATH(1, tgamma) SYP_MATH(1, trunc) SYP_MATH(2, atan2) SYP_MATH(2, atan2pi)
SYP_MATH(2, copysign) SYP_MATH(2, fdim) SYP_MATH(2, fmax) SYP_MATH(2, fmin) SYP_MATH(2, fmod) SYP_MATH(2, hypot)
SYP_MATH(2, maxmag) SYP_MATH(2, minmag) SYP_MATH(2, nextafter) SYP_MATH(2, pow) SYP_MATH(2, powr)
SYP_MATH(2, remainder) SYP_MATH(3, fma) SYP_MATH(3, mad) SYP_MATH(1, native_cos) SYP_MATH(1, native_exp)
SYP_MATH(1, native_exp2) SYP_MATH(1, native_exp10) SYP_MATH(1, native_log) SYP_MATH(1, native_log2)
SYP_MATH(1, native_log10) SYP_MATH(1, native_recip) SYP_MATH(1, native_rsqrt) SYP_MATH(1, native_sin)
SYP_MATH(1, native_sqrt) SYP_MATH(1, native_tan) SYP_MATH(2, native_divide) SYP_MATH(2, native_powr)
SYP_MATH(1, half_cos) SYP_MATH(1, half_exp) SYP_MATH(1, half_exp2) SYP_MATH(1, half_exp10) SYP_MATH(1, half_log)
SYP_MATH(1, half_log2) SYP_MATH(1, half_log10) SYP_MATH(1, half_recip) SYP_MATH(1, half_rsqrt) SYP_MATH(1, half_sin)
SYP_MATH(1, half_sqrt) SYP_MATH(1, half_tan) SYP_MATH(2, half_divide) SYP_MATH(2, half_powr)
namespace sycl { inline namespace _V1 {
#define SYP_1(name) SYP_DEFINE_1(name, ::__syp_ocl_##name)
#define SYP_2(name) SYP_DEFINE_2(name, ::__syp_ocl_##name)
#define SYP_3(name) SYP_DEFINE_3(name, ::__syp_ocl_##name)
SYP_1(acos) SYP_1(acosh) SYP_1(acospi) SYP_1(asin) SYP_1(asinh) SYP_1(asinpi) SYP_1(atan) SYP_1(atanh) SYP_1(atanpi)
SYP_1(cbrt) SYP_1(ceil) SYP_1(cos) SYP_1(cosh) SYP_1(cospi) SYP_1(erf) SYP_1(erfc) SYP_1(exp) SYP_1(exp2) SYP_1(exp10)
SYP_1(expm1) SYP_1(fabs) SYP_1(floor) SYP_1(lgamma) SYP_1(log) SYP_1(log2) SYP_1(log10) SYP_1(log1p) SYP_1(logb)
SYP_1(rint) SYP_1(round) SYP_1(rsqrt) SYP_1(sin) SYP_1(sinh) SYP_1(sinpi) SYP_1(sqrt) SYP_1(tan) SYP_1(tanh)
SYP_1(tanpi) SYP_1(tgamma) SYP_1(trunc) SYP_2(atan2) SYP_2(atan2pi) SYP_2(copysign) SYP_2(fdim) SYP_2(fmax)
SYP_2(fmin) SYP_2(fmod) SYP_2(hypot) SYP_2(maxmag) SYP_2(minmag) SYP_2(nextafter) SYP_2(pow) SYP_2(powr)
SYP_2(remainder) SYP_3(fma) SYP_3(mad)
// Functions of less precision, for `float` only.
#define SYP_ROUGH_1(name, prefix) SYP_DEFINE_1(name, ::__syp_ocl_##prefix##_##name)
#define SYP_ROUGH_2(name, prefix) SYP_DEFINE_2(name, ::__syp_ocl_##prefix##_##name)
namespace native {
SYP_ROUGH_1(cos, native) SYP_ROUGH_1(exp, native) SYP_ROUGH_1(exp2, native) SYP_ROUGH_1(exp10, native)
SYP_ROUGH_1(log, native) SYP_ROUGH_1(log2, native) SYP_ROUGH_1(log10, native) SYP_ROUGH_1(recip, native)
SYP_ROUGH_1(rsqrt, native) SYP_ROUGH_1(sin, native) SYP_ROUGH_1(sqrt, native) SYP_ROUGH_1(tan, native)
SYP_ROUGH_2(divide, native) SYP_ROUGH_2(powr, native)
}
namespace half_precision {
SYP_ROUGH_1(cos, half) SYP_ROUGH_1(exp, half) SYP_ROUGH_1(exp2, half) SYP_ROUGH_1(exp10, half) SYP_ROUGH_1(log, half)
SYP_ROUGH_1(log2, half) SYP_ROUGH_1(log10, half) SYP_ROUGH_1(recip, half) SYP_ROUGH_1(rsqrt, half)
SYP_ROUGH_1(sin, half) SYP_ROUGH_1(sqrt, half) SYP_ROUGH_1(tan, half) SYP_ROUGH_2(divide, half)
SYP_ROUGH_2(powr, half)
}
}}

// With an integer, which may be one for all elements.
#define SYP_WITH_INT(name) \
  template <class R> inline R __syp_ocl_##name(R x, int n) { \
    [[gnu::const]] R __spirv_ocl_##name(R, int) noexcept; \
    return __spirv_ocl_##name(x, n); \
  } \
  namespace sycl { inline namespace _V1 { \
  template <class A, class N> A name(const A &x, const N &n) { \
    if constexpr (detail::has_elements<A>) { \
      A all; \
      for (size_t i = 0; i < A::size(); ++i) all[i] = name(x[i], detail::element(n, i)); \
      return all; \
    } else return ::__syp_ocl_##name(x, static_cast<int>(n)); \
  } \
  }}
SYP_WITH_INT(ldexp) SYP_WITH_INT(pown) SYP_WITH_INT(rootn)
// With a second result.
#define SYP_TWO_RESULTS(name, second) \
  template <class R> inline R __syp_ocl_##name(R x, second *y) { \
    R __spirv_ocl_##name(R, second *) noexcept; \
    return __spirv_ocl_##name(x, y); \
  } \
  namespace sycl { inline namespace _V1 { \
  template <class R, class P> R name(const R &x, P to) { \
    if constexpr (detail::has_elements<R>) { \
      R all; \
      for (size_t i = 0; i < R::size(); ++i) all[i] = name(x[i], &(*to)[i]); \
      return all; \
    } else { \
      second y; \
      R first = ::__syp_ocl_##name(x, &y); \
      return *to = y, first; \
    } \
  } \
  }}
SYP_TWO_RESULTS(fract, R) SYP_TWO_RESULTS(modf, R) SYP_TWO_RESULTS(sincos, R) SYP_TWO_RESULTS(frexp, int)
SYP_TWO_RESULTS(lgamma_r, int)
template <class R> inline int __syp_ocl_ilogb(R x) {
  [[gnu::const]] int __spirv_ocl_ilogb(R) noexcept;
  return __spirv_ocl_ilogb(x);
}

namespace sycl { inline namespace _V1 {
template <class T> int ilogb(const T &x) { return ::__syp_ocl_ilogb(x); }
// Functions that have a formula, of numbers of one type.
#define SYP_FORMULA(count, parameters, name, ...) \
  namespace detail { \
  template <class T> constexpr T name##_of parameters { return static_cast<T>(__VA_ARGS__); } \
  } \
  SYP_DEFINE_##count(name, _V1::detail::name##_of)
SYP_FORMULA(1, (T x), degrees, x * T(57.295779513082320877))
SYP_FORMULA(1, (T x), radians, x * T(0.017453292519943295769))
SYP_FORMULA(1, (T x), sign, x > 0 ? T(1) : x < 0 ? T(-1) : x == 0 ? x : T(0))
SYP_FORMULA(2, (T edge, T x), step, x < edge ? 0 : 1) SYP_FORMULA(3, (T x, T y, T a), mix, x + (y - x) * a)
namespace detail {
template <class T> constexpr T smoothstep_of(T from, T to, T x) {
  T t = (x - from) / (to - from);
  t = t < 0 ? T(0) : t > 1 ? T(1) : t;
  return t * t * (3 - 2 * t);
}
template <class V> using element_of = typename V::value_type;
}
SYP_DEFINE_3(smoothstep, detail::smoothstep_of)
// Geometry.
template <class V> detail::element_of<V> dot(const V &a, const V &b) {
  detail::element_of<V> sum = 0;
  for (size_t i = 0; i < V::size(); ++i) sum += a[i] * b[i];
  return sum;
}
template <class V> detail::element_of<V> length(const V &a) { return sqrt(dot(a, a)); }
template <class V> detail::element_of<V> distance(const V &a, const V &b) { return length(a - b); }
template <class V> V normalize(const V &a) {
  auto size = length(a);
  return size == 0 ? a : a / size;
}
template <class V> V cross(const V &a, const V &b) {
  V c;
  c[0] = a[1] * b[2] - a[2] * b[1], c[1] = a[2] * b[0] - a[0] * b[2], c[2] = a[0] * b[1] - a[1] * b[0];
  return c;
}
template <class V> detail::element_of<V> fast_length(const V &a) { return half_precision::sqrt(dot(a, a)); }
template <class V> detail::element_of<V> fast_distance(const V &a, const V &b) { return fast_length(a - b); }
template <class V> V fast_normalize(const V &a) { return dot(a, a) == 0 ? a : a * half_precision::rsqrt(dot(a, a)); }
}}
#undef SYP_TWO_RESULTS
#undef SYP_WITH_INT
#undef SYP_ROUGH_2
#undef SYP_ROUGH_1
#undef SYP_3
#undef SYP_2
#undef SYP_1
#undef SYP_MATH
#undef SYP_MATH_1
#undef SYP_MATH_2
#undef SYP_MATH_3
#undef SYP_FOR_REALS
