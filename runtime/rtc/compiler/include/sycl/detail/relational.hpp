// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about numbers. For vectors the answers are masks, as those of comparisons.
#pragma once
namespace sycl { inline namespace _V1 {
namespace detail {
template <auto Question, class A, class... B> constexpr typename answers<A>::type ask(const A &a, const B &...b) {
  using R = typename answers<A>::type;
  if constexpr (has_elements<A>) {
    R all;
    for (size_t i = 0; i < A::size(); ++i) all[i] = static_cast<typename R::value_type>(Question(a[i], b[i]...));
    if constexpr (!__is_same(typename R::value_type, bool)) all = -all;
    return all;
  } else {
    return Question(a, b...);
  }
}
}
#define SYP_ASK_1(name, ...) \
  namespace detail { \
  template <class T> constexpr bool name##_of(T x) { return __VA_ARGS__; } \
  } \
  template <class A> constexpr typename detail::answers<A>::type name(const A &x) { \
    return detail::ask<&detail::name##_of<detail::number_in<A>>>(x); \
  }
#define SYP_ASK_2(name, ...) \
  namespace detail { \
  template <class T> constexpr bool name##_of(T x, T y) { return __VA_ARGS__; } \
  } \
  template <class A> constexpr typename detail::answers<A>::type name(const A &x, const A &y) { \
    return detail::ask<&detail::name##_of<detail::number_in<A>>>(x, y); \
  }
SYP_ASK_1(isnan, __builtin_isnan(x)) SYP_ASK_1(isinf, __builtin_isinf(x)) SYP_ASK_1(isfinite, __builtin_isfinite(x))
SYP_ASK_1(isnormal, __builtin_isnormal(x)) SYP_ASK_1(signbit, __builtin_signbit(x))
SYP_ASK_2(isequal, x == y) SYP_ASK_2(isnotequal, x != y) SYP_ASK_2(isgreater, x > y) SYP_ASK_2(isgreaterequal, x >= y)
SYP_ASK_2(isless, x < y) SYP_ASK_2(islessequal, x <= y) SYP_ASK_2(islessgreater, x < y || x > y)
SYP_ASK_2(isordered, x == x && y == y) SYP_ASK_2(isunordered, x != x || y != y)
#undef SYP_ASK_1
#undef SYP_ASK_2
namespace detail {
// An element of a condition: its highest bit, or the answer itself.
template <class M> constexpr bool is_set(M x) {
  if constexpr (__is_same(M, bool)) return x;
  else return x >> (sizeof(M) * 8 - 1) & 1;
}
}
template <class T, class C> constexpr T select(const T &no, const T &yes, const C &which) {
  if constexpr (detail::has_elements<T>) {
    T all;
    for (size_t i = 0; i < T::size(); ++i) all[i] = detail::is_set(which[i]) ? yes[i] : no[i];
    return all;
  } else {
    return which ? yes : no;
  }
}
template <class C> constexpr bool any(const C &x) {
  bool found = false;
  for (size_t i = 0; i < C::size(); ++i) found |= detail::is_set(x[i]);
  return found;
}
template <class C> constexpr bool all(const C &x) {
  bool found = true;
  for (size_t i = 0; i < C::size(); ++i) found &= detail::is_set(x[i]);
  return found;
}
template <class To, class From> constexpr To bit_cast(const From &from) { return __builtin_bit_cast(To, from); }
}}
