// Functions that are not another library's: those that are faster here, and those that it lacks or has with other
// parameters. `external` has that library's.
#pragma once

#include "elementary.hpp"

namespace sp {

inline constexpr f64 pi = 3.14159265358979323846;

template <class T> T ocl_exp(T x) { return T(elementary::exp(precise<T>(x))); }
template <class T> T ocl_exp2(T x) { return T(elementary::exp2(precise<T>(x))); }
template <class T> T ocl_exp10(T x) { return T(elementary::exp10(precise<T>(x))); }
template <class T> T ocl_log(T x) { return T(elementary::log(precise<T>(x))); }
template <class T> T ocl_log2(T x) { return T(elementary::log2(precise<T>(x))); }
template <class T> T ocl_log10(T x) { return T(elementary::log10(precise<T>(x))); }
template <class T> T ocl_sin(T x) { return T(elementary::any_sin(precise<T>(x))); }
template <class T> T ocl_cos(T x) { return T(elementary::any_cos(precise<T>(x))); }
template <class T> T ocl_tan(T x) { return T(elementary::any_tan(precise<T>(x))); }
template <class T> T ocl_pow(T x, T y) {
  if constexpr (same<T, f64>) return external::pow(x, y);
  else return T(elementary::pow(f32(x), f32(y)));
}

// For `float` the library's own function, for `double` the other one's.
#define SP_OF_FLOAT(name) \
  template <class T> T ocl_##name(T x) { \
    if constexpr (same<T, f64>) return external::name(x); \
    else return T(elementary::name(f32(x))); \
  }
#define SP_OF_FLOATS(name) \
  template <class T> T ocl_##name(T x, T y) { \
    if constexpr (same<T, f64>) return external::name(x, y); \
    else return T(elementary::name(f32(x), f32(y))); \
  }
SP_OF_FLOAT(expm1)
SP_OF_FLOAT(log1p)
SP_OF_FLOAT(sinh)
SP_OF_FLOAT(cosh)
SP_OF_FLOAT(tanh)
SP_OF_FLOAT(asinh)
SP_OF_FLOAT(acosh)
SP_OF_FLOAT(atanh)
SP_OF_FLOAT(cbrt)
SP_OF_FLOAT(atan)
SP_OF_FLOAT(asin)
SP_OF_FLOAT(acos)
SP_OF_FLOATS(atan2)
SP_OF_FLOATS(hypot)
#undef SP_OF_FLOAT
#undef SP_OF_FLOATS

// `lgamma` of C writes a global variable.
template <class T> T ocl_lgamma(T x) {
  i32 sign;
  return T(external::lgamma_r(precise<T>(x), &sign));
}

template <class T> T ocl_acospi(T x) { return T(external::acos(f64(x)) / pi); }
template <class T> T ocl_asinpi(T x) { return T(external::asin(f64(x)) / pi); }
template <class T> T ocl_atanpi(T x) { return T(external::atan(f64(x)) / pi); }
template <class T> T ocl_atan2pi(T x, T y) { return T(external::atan2(f64(x), f64(y)) / pi); }

// The angle `x` half turns, less whole quarter turns: what is left, up to an eighth of a turn, and how many quarters.
struct reduced { f64 angle; i32 quarters; };
inline reduced reduce(f64 x) {
  f64 whole = x - 2 * ocl_rint(x / 2); // exact, also where x is small and negative
  f64 quarters = ocl_rint(whole * 2);
  return {(whole - quarters / 2) * pi, i32(quarters)};
}
inline f64 sine_of(reduced r) {
  f64 value = r.quarters & 1 ? elementary::cos(r.angle) : elementary::sin(r.angle);
  return r.quarters & 2 ? -value : value;
}
template <class T> T ocl_sinpi(T x) {
  if (!is_finite(x)) return not_a_number<T>();
  f64 value = sine_of(reduce(f64(x)));
  return value == 0 ? ocl_copysign(T(0), x) : T(value);
}
template <class T> T ocl_cospi(T x) {
  if (!is_finite(x)) return not_a_number<T>();
  reduced r = reduce(f64(x));
  r.quarters++;
  f64 value = sine_of(r);
  return value == 0 ? T(0) : T(value);
}
// At half numbers infinite, with the sign that alternates.
template <class T> T ocl_tanpi(T x) {
  if (!is_finite(x)) return not_a_number<T>();
  reduced r = reduce(f64(x));
  f64 sine = sine_of(r);
  r.quarters++;
  f64 cosine = sine_of(r);
  if (sine == 0) return ocl_copysign(T(0), cosine < 0 ? T(-x) : x);
  if (cosine == 0) return sine < 0 ? -infinity<T>() : infinity<T>();
  return T(sine / cosine);
}

template <class T> T ocl_pown(T x, i32 n) {
  if constexpr (same<T, f64>) return external::pow(x, f64(n));
  else return T(elementary::pown(f32(x), n));
}
// As a product: not a number for a negative base, and for the powers that are not certain.
template <class T> T ocl_powr(T x, T y) {
  bool infinite_x = is_inf(x), infinite_y = is_inf(y);
  bool uncertain = ((y == 0) & ((x == 0) | infinite_x)) | ((x == 1) & infinite_y);
  T result = ocl_pow(ocl_fabs(x), y);
  return ((x >= 0) & (y == y) & !uncertain) ? result : not_a_number<T>();
}
template <class T> T ocl_rootn(T x, i32 n) {
  if (n == 0 || (x < 0 && (n & 1) == 0)) return not_a_number<T>();
  f64 size = f64(ocl_fabs(x));
  f64 root = n == 2 ? __builtin_sqrt(size) : n == 3 ? external::cbrt(size) : external::pow(size, 1.0 / n);
  // One step of Newton's method: the exponent above is not exact.
  if constexpr (same<T, f64>) {
    if (n > 3 && n < 1024 && root > 0 && root < infinity<f64>()) {
      f64 power = external::pow(root, f64(n - 1));
      if (power > 0 && power < infinity<f64>()) root -= (root - size / power) / n;
    }
  }
  return n & 1 ? ocl_copysign(T(root), x) : T(root);
}

#if defined(SP_HOST)
namespace target {
template <class T> T fast_sin(T x) { return ocl_sin(x); }
template <class T> T fast_cos(T x) { return ocl_cos(x); }
template <class T> T fast_exp2(T x) { return ocl_exp2(x); }
template <class T> T fast_log2(T x) { return ocl_log2(x); }
}  // namespace target
#endif

}  // namespace sp
