// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors: elements in memory as OpenCL has them, so three take the place of four.
#pragma once
namespace sycl { inline namespace _V1 {
namespace detail {
template <class T> constexpr int width_in_vec = has_elements<T> ? count<T> : 1;
template <class... T> constexpr int width_together = (0 + ... + width_in_vec<T>);
}
template <class T, int N> class alignas(sizeof(T) * (N == 3 ? 4 : N)) vec {
  static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16, "vectors have 1, 2, 3, 4, 8 or 16 elements");
  T elements[N == 3 ? 4 : N] = {};
  template <class A> constexpr void put(int &at, const A &x) {
    for (int i = 0; i < detail::width_in_vec<A>; ++i) elements[at++] = static_cast<T>(detail::element(x, i));
  }
  // Every `step`th element from `first`.
  constexpr vec<T, N / 2> part(int first, int step) const {
    vec<T, N / 2> half;
    for (int i = 0; i < N / 2; ++i) half[i] = elements[first + i * step];
    return half;
  }

public:
  using element_type = T;
  using value_type = T;
  constexpr vec() = default;
  explicit constexpr vec(const T &x) {
    for (T &element : elements) element = x;
  }
  template <class A, class B, class... C, detail::only_if<detail::width_together<A, B, C...> == N> = 0>
  constexpr vec(const A &a, const B &b, const C &...c) {
    int at = 0;
    put(at, a), put(at, b), (put(at, c), ...);
  }
  static constexpr size_t size() { return N; }
  static constexpr size_t byte_size() { return sizeof(vec); }
  constexpr vec &operator=(const T &x) { return *this = vec(x); }
  constexpr T &operator[](size_t i) { return elements[i]; }
  constexpr const T &operator[](size_t i) const { return elements[i]; }
  constexpr T &x() { return elements[0]; }
  constexpr T &y() { return elements[1]; }
  constexpr T &z() { return elements[2]; }
  constexpr T &w() { return elements[3]; }
  constexpr const T &x() const { return elements[0]; }
  constexpr const T &y() const { return elements[1]; }
  constexpr const T &z() const { return elements[2]; }
  constexpr const T &w() const { return elements[3]; }
  // Copies, so not for assignment.
  template <int... I> constexpr vec<T, sizeof...(I)> swizzle() const { return {elements[I]...}; }
  constexpr vec<T, N / 2> lo() const { return part(0, 1); }
  constexpr vec<T, N / 2> hi() const { return part(N / 2, 1); }
  constexpr vec<T, N / 2> even() const { return part(0, 2); }
  constexpr vec<T, N / 2> odd() const { return part(1, 2); }
  template <class U> constexpr vec<U, N> convert() const {
    vec<U, N> other;
    for (int i = 0; i < N; ++i) other[i] = static_cast<U>(elements[i]);
    return other;
  }
  template <class V> constexpr V as() const { return __builtin_bit_cast(V, *this); }
  template <class P> void load(size_t offset, const P &from) {
    for (size_t i = 0; i < N; ++i) elements[i] = from[offset * N + i];
  }
  template <class P> void store(size_t offset, const P &to) const {
    for (size_t i = 0; i < N; ++i) to[offset * N + i] = elements[i];
  }
};
template <class T, class... U> vec(T, U...) -> vec<T, 1 + sizeof...(U)>;
#define SYP_VECS(name, T) \
  using name##2 = vec<T, 2>; \
  using name##3 = vec<T, 3>; \
  using name##4 = vec<T, 4>; \
  using name##8 = vec<T, 8>; \
  using name##16 = vec<T, 16>;
SYP_VECS(char, signed char) SYP_VECS(uchar, unsigned char) SYP_VECS(short, short) SYP_VECS(ushort, unsigned short)
SYP_VECS(int, int) SYP_VECS(uint, unsigned) SYP_VECS(long, long) SYP_VECS(ulong, unsigned long) SYP_VECS(half, half)
SYP_VECS(float, float) SYP_VECS(double, double)
#undef SYP_VECS

template <class T, size_t N> class marray {
  T elements[N] = {};

public:
  using value_type = T;
  constexpr marray() = default;
  explicit constexpr marray(const T &x) {
    for (T &element : elements) element = x;
  }
  template <class... A, detail::only_if<sizeof...(A) == N && N != 1> = 0>
  constexpr marray(const A &...a) : elements{static_cast<T>(a)...} {}
  static constexpr size_t size() { return N; }
  constexpr T &operator[](size_t i) { return elements[i]; }
  constexpr const T &operator[](size_t i) const { return elements[i]; }
  constexpr T *begin() { return elements; }
  constexpr const T *begin() const { return elements; }
  constexpr T *end() { return elements + N; }
  constexpr const T *end() const { return elements + N; }
};
template <class T, class... U> marray(T, U...) -> marray<T, 1 + sizeof...(U)>;
}}
