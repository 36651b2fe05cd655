// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes that consist of elements, and their operators: ids and ranges, vectors and arrays of numbers.
#pragma once
namespace sycl { inline namespace _V1 {
template <class T, int N> class vec;
template <class T, size_t N> class marray;
namespace detail {
template <class> constexpr int count = 0;
template <int D> constexpr int count<id<D>> = D;
template <int D> constexpr int count<range<D>> = D;
template <class T, int N> constexpr int count<vec<T, N>> = N;
template <class T, size_t N> constexpr int count<marray<T, N>> = static_cast<int>(N);
template <class> constexpr bool has_elements = false; // and functions of these take it
template <class T, int N> constexpr bool has_elements<vec<T, N>> = true;
template <class T, size_t N> constexpr bool has_elements<marray<T, N>> = true;
template <class T> constexpr decltype(auto) element(const T &x, size_t i) {
  if constexpr (count<T> != 0) return (x[i]);
  else return (x);
}
template <class T> __add_rvalue_reference(T) any_of_type();
// The type of an operation on elements: of two of a kind, or of one and a number.
template <class A, class B, int = (count<A> != 0) + 2 * (count<B> != 0)> struct joining {};
template <class A, class B> struct joining<A, B, 1> {
  using element = __remove_cvref(decltype(any_of_type<A &>()[0]));
  using type = choose<__is_convertible(B, element), A, void>;
};
template <class A, class B> struct joining<A, B, 2> : joining<B, A, 1> {};
template <class A> struct joining<A, A, 3> {
  using element = __remove_cvref(decltype(any_of_type<A &>()[0]));
  using type = A;
};
template <class A, class B> using joined = typename joining<A, B>::type;
template <class T> using mask = choose<sizeof(T) == 1, signed char,
    choose<sizeof(T) == 2, short, choose<sizeof(T) == 4, int, long>>>; // what comparisons of vectors give
template <class> struct answers { using type = bool; };
template <class T, int N> struct answers<vec<T, N>> { using type = vec<mask<T>, N>; };
template <class T, size_t N> struct answers<marray<T, N>> { using type = marray<bool, N>; };
}
#define SYP_OPERATOR(op) \
  template <class A, class B, class C = detail::joined<A, B>> constexpr C operator op(const A &a, const B &b) { \
    using E = typename detail::joining<A, B>::element; \
    C c; \
    for (int i = 0; i < detail::count<C>; ++i) \
      c[i] = static_cast<E>(static_cast<E>(detail::element(a, i)) op static_cast<E>(detail::element(b, i))); \
    return c; \
  } \
  template <class A, class B, detail::only_if<detail::count<A> != 0> = 0> \
  constexpr A &operator op##=(A &a, const B &b) { return a = a op b; }
SYP_OPERATOR(+) SYP_OPERATOR(-) SYP_OPERATOR(*) SYP_OPERATOR(/) SYP_OPERATOR(%) SYP_OPERATOR(&) SYP_OPERATOR(|)
SYP_OPERATOR(^) SYP_OPERATOR(<<) SYP_OPERATOR(>>)
#undef SYP_OPERATOR
// An answer for each element: 0 and -1 for vectors.
#define SYP_COMPARISON(op) \
  template <class A, class B, class C = detail::joined<A, B>, detail::only_if<detail::has_elements<C>> = 0> \
  constexpr typename detail::answers<C>::type operator op(const A &a, const B &b) { \
    using E = typename detail::joining<A, B>::element; \
    typename detail::answers<C>::type c; \
    for (int i = 0; i < detail::count<C>; ++i) \
      c[i] = -(static_cast<E>(detail::element(a, i)) op static_cast<E>(detail::element(b, i))); \
    return c; \
  }
SYP_COMPARISON(==) SYP_COMPARISON(!=) SYP_COMPARISON(<) SYP_COMPARISON(>) SYP_COMPARISON(<=) SYP_COMPARISON(>=)
SYP_COMPARISON(&&) SYP_COMPARISON(||)
#undef SYP_COMPARISON
#define SYP_UNARY(op) \
  template <class A, detail::only_if<detail::has_elements<A>> = 0> constexpr A operator op(const A &a) { \
    A c; \
    for (int i = 0; i < detail::count<A>; ++i) c[i] = op a[i]; \
    return c; \
  }
SYP_UNARY(+) SYP_UNARY(-) SYP_UNARY(~)
#undef SYP_UNARY
template <class A, detail::only_if<detail::has_elements<A>> = 0> constexpr auto operator!(const A &a) {
  return a == A();
}
template <class A, detail::only_if<detail::count<A> != 0> = 0> constexpr A &operator++(A &a) { return a += 1; }
template <class A, detail::only_if<detail::count<A> != 0> = 0> constexpr A &operator--(A &a) { return a -= 1; }
template <class A, detail::only_if<detail::count<A> != 0> = 0> constexpr A operator++(A &a, int) {
  A old = a;
  return ++a, old;
}
template <class A, detail::only_if<detail::count<A> != 0> = 0> constexpr A operator--(A &a, int) {
  A old = a;
  return --a, old;
}
// An id of one dimension is a number as well.
template <class N, detail::only_if<__is_integral(N)> = 0> constexpr bool operator==(const id<1> &a, N b) {
  return a[0] == static_cast<size_t>(b);
}
template <class N, detail::only_if<__is_integral(N)> = 0> constexpr bool operator!=(const id<1> &a, N b) {
  return a[0] != static_cast<size_t>(b);
}
}}
