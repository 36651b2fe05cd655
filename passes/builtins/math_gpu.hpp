// Functions of libclc that functions of the library call.
#pragma once

#define SP_LIBCLC1(name, symbol) \
  extern "C" sp::f64 sp_libclc_##name##_f64(sp::f64) __asm__(symbol "d"); \
  namespace sp::external { \
  inline f64 name(f64 x) { return sp_libclc_##name##_f64(x); } \
  }
#define SP_LIBCLC2(name, symbol) \
  extern "C" sp::f64 sp_libclc_##name##_f64(sp::f64, sp::f64) __asm__(symbol "dd"); \
  namespace sp::external { \
  inline f64 name(f64 x, f64 y) { return sp_libclc_##name##_f64(x, y); } \
  }
SP_LIBCLC1(sin, "_Z3sin") SP_LIBCLC1(cos, "_Z3cos") SP_LIBCLC1(tan, "_Z3tan")
#if defined(SP_NVPTX)
SP_LIBCLC1(acos, "_Z4acos") SP_LIBCLC1(asin, "_Z4asin") SP_LIBCLC1(atan, "_Z4atan") SP_LIBCLC1(acosh, "_Z5acosh")
SP_LIBCLC1(asinh, "_Z5asinh") SP_LIBCLC1(atanh, "_Z5atanh") SP_LIBCLC1(sinh, "_Z4sinh") SP_LIBCLC1(cosh, "_Z4cosh")
SP_LIBCLC1(tanh, "_Z4tanh") SP_LIBCLC1(expm1, "_Z5expm1") SP_LIBCLC1(log1p, "_Z5log1p") SP_LIBCLC1(cbrt, "_Z4cbrt")
SP_LIBCLC2(atan2, "_Z5atan2") SP_LIBCLC2(hypot, "_Z5hypot") SP_LIBCLC2(pow, "_Z3pow")
#endif
#undef SP_LIBCLC1
#undef SP_LIBCLC2

extern "C" {
sp::f32 sp_libclc_sin(sp::f32) __asm__("_Z3sinf");
sp::f32 sp_libclc_cos(sp::f32) __asm__("_Z3cosf");
sp::f32 sp_libclc_remquo(sp::f32, sp::f32, int *) __asm__("_Z6remquoffPi");
sp::f64 sp_libclc_remquo_f64(sp::f64, sp::f64, int *) __asm__("_Z6remquoddPi");
sp::f32 sp_libclc_lgamma_r(sp::f32, int *) __asm__("_Z8lgamma_rfPi");
sp::f64 sp_libclc_lgamma_r_f64(sp::f64, int *) __asm__("_Z8lgamma_rdPi");
}

namespace sp::external {

inline f32 sin(f32 x) { return sp_libclc_sin(x); }
inline f32 cos(f32 x) { return sp_libclc_cos(x); }
inline f32 remquo(f32 x, f32 y, i32 *q) { return sp_libclc_remquo(x, y, q); }
inline f64 remquo(f64 x, f64 y, i32 *q) { return sp_libclc_remquo_f64(x, y, q); }
inline f32 lgamma_r(f32 x, i32 *s) { return sp_libclc_lgamma_r(x, s); }
inline f64 lgamma_r(f64 x, i32 *s) { return sp_libclc_lgamma_r_f64(x, s); }

}  // namespace sp::external
