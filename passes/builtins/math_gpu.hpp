// Functions of libclc that functions of the library with other parameters call.
#pragma once

extern "C" {
sp::f32 sp_libclc_sin(sp::f32) __asm__("_Z3sinf");
sp::f64 sp_libclc_sin_f64(sp::f64) __asm__("_Z3sind");
sp::f32 sp_libclc_cos(sp::f32) __asm__("_Z3cosf");
sp::f64 sp_libclc_cos_f64(sp::f64) __asm__("_Z3cosd");
sp::f32 sp_libclc_remquo(sp::f32, sp::f32, int *) __asm__("_Z6remquoffPi");
sp::f64 sp_libclc_remquo_f64(sp::f64, sp::f64, int *) __asm__("_Z6remquoddPi");
sp::f32 sp_libclc_lgamma_r(sp::f32, int *) __asm__("_Z8lgamma_rfPi");
sp::f64 sp_libclc_lgamma_r_f64(sp::f64, int *) __asm__("_Z8lgamma_rdPi");
}

namespace sp::external {

inline f32 sin(f32 x) { return sp_libclc_sin(x); }
inline f64 sin(f64 x) { return sp_libclc_sin_f64(x); }
inline f32 cos(f32 x) { return sp_libclc_cos(x); }
inline f64 cos(f64 x) { return sp_libclc_cos_f64(x); }
inline f32 remquo(f32 x, f32 y, i32 *q) { return sp_libclc_remquo(x, y, q); }
inline f64 remquo(f64 x, f64 y, i32 *q) { return sp_libclc_remquo_f64(x, y, q); }
inline f32 lgamma_r(f32 x, i32 *s) { return sp_libclc_lgamma_r(x, s); }
inline f64 lgamma_r(f64 x, i32 *s) { return sp_libclc_lgamma_r_f64(x, s); }

}  // namespace sp::external
