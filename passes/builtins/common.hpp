// Common and geometric functions. Those of `half` are computed in `float`.
#pragma once

#include "math.hpp"

namespace sp {

template <class T> T degrees(T x) { return T(precise<T>(x) * precise<T>(57.29577951308232087685)); }
template <class T> T radians(T x) { return T(precise<T>(x) * precise<T>(0.01745329251994329577)); }
template <class T> T sign(T x) { return is_nan(x) ? T(0) : x > 0 ? T(1) : x < 0 ? T(-1) : x; }
template <class T> T mix(T x, T y, T a) { return T(x + (y - x) * a); }
template <class T> T step(T edge, T x) { return x < edge ? T(0) : T(1); }
template <class T> T fmax_common(T x, T y) { return x < y ? y : x; }
template <class T> T fmin_common(T x, T y) { return y < x ? y : x; }
template <class T> T fclamp(T x, T low, T high) { return ocl_fmin(ocl_fmax(x, low), high); }
template <class T> T smoothstep(T edge0, T edge1, T x) {
  T t = fclamp(T((x - edge0) / (edge1 - edge0)), T(0), T(1));
  return T(t * t * (3 - 2 * t));
}

// Element `i`, also of a scalar.
template <class T> element<T> at(T v, int i) {
  if constexpr (lanes<T> == 1) return v;
  else return v[i];
}
template <class T> using wider = precise<element<T>>;

template <class T> wider<T> dot_precise(T a, T b, wider<T> scale = 1) {
  wider<T> sum = 0;
  for (int i = 0; i < lanes<T>; i++) {
#pragma clang fp contract(fast)
    sum += (wider<T>(at(a, i)) * scale) * (wider<T>(at(b, i)) * scale);
  }
  return sum;
}
template <class T> element<T> dot(T a, T b) { return element<T>(dot_precise(a, b)); }

// Squares that are too large or too small are scaled by a power of two.
template <class T> wider<T> length_precise(T v) {
  using F = wider<T>;
  constexpr int half = format<F>::bias / 2 + format<F>::fraction;
  F large = ocl_ldexp(F(1), half), small = ocl_ldexp(F(1), -half);
  F squares = dot_precise(v, v);
  if (squares < ocl_ldexp(F(1), 2 * format<F>::fraction - format<F>::bias)) {
    return __builtin_elementwise_sqrt(dot_precise(v, v, large)) * small;
  }
  if (is_inf(squares)) return __builtin_elementwise_sqrt(dot_precise(v, v, small)) * large;
  return __builtin_elementwise_sqrt(squares);
}
template <class T> element<T> length(T v) { return element<T>(length_precise(v)); }
template <class T> element<T> distance(T a, T b) { return length(T(a - b)); }
template <class T> T normalize(T v) {
  using F = wider<T>;
  F size = length_precise(v);
  if (size == 0) return v;
  if constexpr (lanes<T> == 1) {
    return T(F(v) / size);
  } else {
    T result;
    for (int i = 0; i < lanes<T>; i++) result[i] = element<T>(F(v[i]) / size);
    return result;
  }
}
template <class T> element<T> fast_length(T v) { return element<T>(__builtin_elementwise_sqrt(dot_precise(v, v))); }
template <class T> element<T> fast_distance(T a, T b) { return fast_length(T(a - b)); }
template <class T> T fast_normalize(T v) {
  using F = wider<T>;
  F squares = dot_precise(v, v);
  if (squares == 0) return v;
  F factor = 1 / __builtin_elementwise_sqrt(squares);
  if constexpr (lanes<T> == 1) {
    return T(F(v) * factor);
  } else {
    T result;
    for (int i = 0; i < lanes<T>; i++) result[i] = element<T>(F(v[i]) * factor);
    return result;
  }
}
// The product of the first three elements; the fourth is 0.
template <class T> T cross(T a, T b) {
  T result = T(0);
  result.x = a.y * b.z - a.z * b.y;
  result.y = a.z * b.x - a.x * b.z;
  result.z = a.x * b.y - a.y * b.x;
  return result;
}

}  // namespace sp
