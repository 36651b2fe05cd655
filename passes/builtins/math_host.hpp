// Functions of the C library that functions of the library call.
#pragma once

#include "target.hpp"

namespace sp::external {

#define SP_LIBM1(name) \
  inline f64 name(f64 x) { return ::name(x); }
#define SP_LIBM2(name) \
  inline f64 name(f64 x, f64 y) { return ::name(x, y); }
SP_LIBM1(acos) SP_LIBM1(asin) SP_LIBM1(atan) SP_LIBM1(acosh) SP_LIBM1(asinh) SP_LIBM1(atanh) SP_LIBM1(sinh)
SP_LIBM1(cosh) SP_LIBM1(tanh) SP_LIBM1(expm1) SP_LIBM1(log1p) SP_LIBM1(cbrt) SP_LIBM1(sin) SP_LIBM1(cos) SP_LIBM1(tan)
SP_LIBM2(atan2) SP_LIBM2(hypot) SP_LIBM2(pow)
#undef SP_LIBM1
#undef SP_LIBM2
inline f32 sin(f32 x) { return ::sinf(x); }
inline f32 cos(f32 x) { return ::cosf(x); }
inline f32 tan(f32 x) { return ::tanf(x); }
// The C library gives three bits of the quotient, and OpenCL asks for seven: the whole quotient of what a division by 128
// times as much leaves.
template <class T> T remquo_of(T (*remquo)(T, T, i32 *), T x, T y, i32 *q) {
  T rest = __builtin_elementwise_fmod(x, y * 128);
  T r = remquo(rest, y, q);
  if (r == r)
    *q = i32(__builtin_elementwise_rint(rest / y - r / y));
  return r;
}
inline f32 remquo(f32 x, f32 y, i32 *q) { return remquo_of(::remquof, x, y, q); }
inline f64 remquo(f64 x, f64 y, i32 *q) { return remquo_of(::remquo, x, y, q); }
inline f32 lgamma_r(f32 x, i32 *s) { return ::lgammaf_r(x, s); }
inline f64 lgamma_r(f64 x, i32 *s) { return ::lgamma_r(x, s); }

}  // namespace sp::external
