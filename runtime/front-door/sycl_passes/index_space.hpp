// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids and ranges; the last dimension runs fastest. C++17 without a library, for several headers: each includes it into
// its own namespace, so there is no guard.
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
namespace detail {
using size_type = __SIZE_TYPE__;
template <bool> struct choice { template <class A, class> using of = A; };
template <> struct choice<false> { template <class, class B> using of = B; };
template <bool B, class Then, class Else> using choose = typename choice<B>::template of<Then, Else>;
template <bool> struct when {};
template <> struct when<true> { using type = int; };
template <bool B> using only_if = typename when<B>::type; // its parameters have a default: `only_if<...> = 0`
template <class T> struct same { using type = T; };
template <int D> struct coordinates {
  static constexpr int dimensions = D;
  size_type values[D] = {};
  constexpr coordinates() = default;
  template <class... N, only_if<sizeof...(N) == D && (__is_integral(N) && ...)> = 0>
  constexpr coordinates(N... v) : values{static_cast<size_type>(v)...} {}
  constexpr size_type get(int d) const { return values[d]; }
  constexpr size_type &operator[](int d) { return values[d]; }
  constexpr size_type operator[](int d) const { return values[d]; }
  friend constexpr bool operator==(const coordinates &a, const coordinates &b) {
    for (int d = 0; d < D; ++d)
      if (a[d] != b[d]) return false;
    return true;
  }
  friend constexpr bool operator!=(const coordinates &a, const coordinates &b) { return !(a == b); }
};
template <class Self, int D> struct as_number {};
template <class Self> struct as_number<Self, 1> {
  constexpr operator size_type() const { return static_cast<const Self &>(*this)[0]; }
};
template <int D> constexpr size_type linear(const coordinates<D> &at, const coordinates<D> &size) {
  size_type n = 0;
  for (int d = 0; d < D; ++d) n = n * size[d] + at[d];
  return n;
}
}
template <int D = 1> struct id : detail::coordinates<D>, detail::as_number<id<D>, D> {
  using detail::coordinates<D>::coordinates;
};
template <int D = 1> struct range : detail::coordinates<D> {
  using detail::coordinates<D>::coordinates;
  constexpr detail::size_type size() const {
    detail::size_type n = 1;
    for (detail::size_type extent : this->values) n *= extent;
    return n;
  }
};
template <int D = 1> struct nd_range {
  range<D> global, local;
  constexpr range<D> get_global_range() const { return global; }
  constexpr range<D> get_local_range() const { return local; }
};
template <class... N, detail::only_if<(__is_integral(N) && ...)> = 0> id(N...) -> id<sizeof...(N)>;
template <class... N, detail::only_if<(__is_integral(N) && ...)> = 0> range(N...) -> range<sizeof...(N)>;
template <class A, class B, detail::only_if<__is_integral(A) && __is_integral(B)> = 0> nd_range(A, B) -> nd_range<1>;
#pragma clang attribute pop
