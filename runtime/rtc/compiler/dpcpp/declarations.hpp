// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations of DPC++'s compiler (-fdeclare-spirv-builtins) that its SYCL headers rely on, for stock clang. Functions
// are overloads, not templates, so that their names are those that LLVM's SPIR-V back end knows.
#pragma once

#define __SPIRV_BUILTIN_DECLARATIONS__ 1
// Stock clang ignores the attribute outside of OpenCL.
#define opencl_constant address_space(2)

#define SYCL_RTC_PURE [[clang::sycl_external]] __attribute__((const, nothrow))
#define SYCL_RTC_FUNCTION [[clang::sycl_external]] __attribute__((nothrow))
#define SYCL_RTC_CONVERGENT [[clang::sycl_external]] __attribute__((convergent, nothrow))

// Types: the letter of OpenCL's name and the width, as in `sycl_rtc::f4`.
namespace sycl_rtc {
#define SYCL_RTC_TYPES(NAME, TYPE)                                                                                     \
  typedef TYPE NAME##1;                                                                                                \
  typedef TYPE NAME##2 __attribute__((ext_vector_type(2)));                                                            \
  typedef TYPE NAME##3 __attribute__((ext_vector_type(3)));                                                            \
  typedef TYPE NAME##4 __attribute__((ext_vector_type(4)));                                                            \
  typedef TYPE NAME##8 __attribute__((ext_vector_type(8)));                                                            \
  typedef TYPE NAME##16 __attribute__((ext_vector_type(16)));
SYCL_RTC_TYPES(h, _Float16)
SYCL_RTC_TYPES(f, float)
SYCL_RTC_TYPES(d, double)
SYCL_RTC_TYPES(c, signed char)
SYCL_RTC_TYPES(s, short)
SYCL_RTC_TYPES(i, int)
SYCL_RTC_TYPES(l, long)
SYCL_RTC_TYPES(uc, unsigned char)
SYCL_RTC_TYPES(us, unsigned short)
SYCL_RTC_TYPES(ui, unsigned int)
SYCL_RTC_TYPES(ul, unsigned long)
// Types of relations of vectors.
typedef bool b1;
typedef c2 b2;
typedef c3 b3;
typedef c4 b4;
typedef c8 b8;
typedef c16 b16;
#undef SYCL_RTC_TYPES
} // namespace sycl_rtc

// X(letter, width, ...) for each width, for each type of a kind.
#define SYCL_RTC_WIDTHS(X, T, ...)                                                                                     \
  X(T, 1, __VA_ARGS__) X(T, 2, __VA_ARGS__) X(T, 3, __VA_ARGS__) X(T, 4, __VA_ARGS__) X(T, 8, __VA_ARGS__)             \
  X(T, 16, __VA_ARGS__)
#define SYCL_RTC_FLOATS(X, ...)                                                                                        \
  SYCL_RTC_WIDTHS(X, h, __VA_ARGS__) SYCL_RTC_WIDTHS(X, f, __VA_ARGS__) SYCL_RTC_WIDTHS(X, d, __VA_ARGS__)
#define SYCL_RTC_SIGNED(X, ...)                                                                                        \
  SYCL_RTC_WIDTHS(X, c, __VA_ARGS__) SYCL_RTC_WIDTHS(X, s, __VA_ARGS__) SYCL_RTC_WIDTHS(X, i, __VA_ARGS__)             \
  SYCL_RTC_WIDTHS(X, l, __VA_ARGS__)
#define SYCL_RTC_UNSIGNED(X, ...)                                                                                      \
  SYCL_RTC_WIDTHS(X, uc, __VA_ARGS__) SYCL_RTC_WIDTHS(X, us, __VA_ARGS__) SYCL_RTC_WIDTHS(X, ui, __VA_ARGS__)          \
  SYCL_RTC_WIDTHS(X, ul, __VA_ARGS__)
#define SYCL_RTC_ALL(X, ...)                                                                                           \
  SYCL_RTC_FLOATS(X, __VA_ARGS__) SYCL_RTC_SIGNED(X, __VA_ARGS__) SYCL_RTC_UNSIGNED(X, __VA_ARGS__)
#define SYCL_RTC_T(LETTER, WIDTH) sycl_rtc::LETTER##WIDTH

// Mathematical functions.
#define SYCL_RTC_ONE(T, N, NAME) SYCL_RTC_PURE SYCL_RTC_T(T, N) NAME(SYCL_RTC_T(T, N));
#define SYCL_RTC_TWO(T, N, NAME) SYCL_RTC_PURE SYCL_RTC_T(T, N) NAME(SYCL_RTC_T(T, N), SYCL_RTC_T(T, N));
#define SYCL_RTC_THREE(T, N, NAME)                                                                                     \
  SYCL_RTC_PURE SYCL_RTC_T(T, N) NAME(SYCL_RTC_T(T, N), SYCL_RTC_T(T, N), SYCL_RTC_T(T, N));
#define SYCL_RTC_WITH_INT(T, N, NAME) SYCL_RTC_PURE SYCL_RTC_T(T, N) NAME(SYCL_RTC_T(T, N), SYCL_RTC_T(i, N));

#define SYCL_RTC_UNARY(NAME) SYCL_RTC_FLOATS(SYCL_RTC_ONE, __spirv_ocl_##NAME)
SYCL_RTC_UNARY(acos) SYCL_RTC_UNARY(acosh) SYCL_RTC_UNARY(acospi) SYCL_RTC_UNARY(asin) SYCL_RTC_UNARY(asinh)
SYCL_RTC_UNARY(asinpi) SYCL_RTC_UNARY(atan) SYCL_RTC_UNARY(atanh) SYCL_RTC_UNARY(atanpi) SYCL_RTC_UNARY(cbrt)
SYCL_RTC_UNARY(ceil) SYCL_RTC_UNARY(cos) SYCL_RTC_UNARY(cosh) SYCL_RTC_UNARY(cospi) SYCL_RTC_UNARY(degrees)
SYCL_RTC_UNARY(erf) SYCL_RTC_UNARY(erfc) SYCL_RTC_UNARY(exp) SYCL_RTC_UNARY(exp10) SYCL_RTC_UNARY(exp2)
SYCL_RTC_UNARY(expm1) SYCL_RTC_UNARY(fabs) SYCL_RTC_UNARY(floor) SYCL_RTC_UNARY(lgamma) SYCL_RTC_UNARY(log)
SYCL_RTC_UNARY(log10) SYCL_RTC_UNARY(log1p) SYCL_RTC_UNARY(log2) SYCL_RTC_UNARY(logb) SYCL_RTC_UNARY(radians)
SYCL_RTC_UNARY(rint) SYCL_RTC_UNARY(round) SYCL_RTC_UNARY(rsqrt) SYCL_RTC_UNARY(sign) SYCL_RTC_UNARY(sin)
SYCL_RTC_UNARY(sinh) SYCL_RTC_UNARY(sinpi) SYCL_RTC_UNARY(sqrt) SYCL_RTC_UNARY(tan) SYCL_RTC_UNARY(tanh)
SYCL_RTC_UNARY(tanpi) SYCL_RTC_UNARY(tgamma) SYCL_RTC_UNARY(trunc)

#define SYCL_RTC_UNARY_FLOAT(NAME)                                                                                     \
  SYCL_RTC_WIDTHS(SYCL_RTC_ONE, f, __spirv_ocl_half_##NAME) SYCL_RTC_WIDTHS(SYCL_RTC_ONE, f, __spirv_ocl_native_##NAME)
SYCL_RTC_UNARY_FLOAT(cos) SYCL_RTC_UNARY_FLOAT(exp) SYCL_RTC_UNARY_FLOAT(exp10) SYCL_RTC_UNARY_FLOAT(exp2)
SYCL_RTC_UNARY_FLOAT(log) SYCL_RTC_UNARY_FLOAT(log10) SYCL_RTC_UNARY_FLOAT(log2) SYCL_RTC_UNARY_FLOAT(recip)
SYCL_RTC_UNARY_FLOAT(rsqrt) SYCL_RTC_UNARY_FLOAT(sin) SYCL_RTC_UNARY_FLOAT(sqrt) SYCL_RTC_UNARY_FLOAT(tan)
// -ffast-math takes these for half, too.
SYCL_RTC_WIDTHS(SYCL_RTC_ONE, h, __spirv_ocl_native_cos) SYCL_RTC_WIDTHS(SYCL_RTC_ONE, h, __spirv_ocl_native_exp2)
SYCL_RTC_WIDTHS(SYCL_RTC_ONE, h, __spirv_ocl_native_sin)

#define SYCL_RTC_BINARY(NAME) SYCL_RTC_FLOATS(SYCL_RTC_TWO, __spirv_ocl_##NAME)
SYCL_RTC_BINARY(atan2) SYCL_RTC_BINARY(atan2pi) SYCL_RTC_BINARY(copysign) SYCL_RTC_BINARY(fdim) SYCL_RTC_BINARY(fmax)
SYCL_RTC_BINARY(fmax_common) SYCL_RTC_BINARY(fmin) SYCL_RTC_BINARY(fmin_common) SYCL_RTC_BINARY(fmod)
SYCL_RTC_BINARY(hypot) SYCL_RTC_BINARY(maxmag) SYCL_RTC_BINARY(minmag) SYCL_RTC_BINARY(nextafter) SYCL_RTC_BINARY(pow)
SYCL_RTC_BINARY(powr) SYCL_RTC_BINARY(remainder) SYCL_RTC_BINARY(step)
SYCL_RTC_WIDTHS(SYCL_RTC_TWO, f, __spirv_ocl_half_divide) SYCL_RTC_WIDTHS(SYCL_RTC_TWO, f, __spirv_ocl_half_powr)
SYCL_RTC_WIDTHS(SYCL_RTC_TWO, f, __spirv_ocl_native_divide) SYCL_RTC_WIDTHS(SYCL_RTC_TWO, f, __spirv_ocl_native_powr)

#define SYCL_RTC_TERNARY(NAME) SYCL_RTC_FLOATS(SYCL_RTC_THREE, __spirv_ocl_##NAME)
SYCL_RTC_TERNARY(fclamp) SYCL_RTC_TERNARY(fma) SYCL_RTC_TERNARY(mad) SYCL_RTC_TERNARY(mix) SYCL_RTC_TERNARY(smoothstep)

SYCL_RTC_FLOATS(SYCL_RTC_WITH_INT, __spirv_ocl_ldexp) SYCL_RTC_FLOATS(SYCL_RTC_WITH_INT, __spirv_ocl_pown)
SYCL_RTC_FLOATS(SYCL_RTC_WITH_INT, __spirv_ocl_rootn)

#define SYCL_RTC_ILOGB(T, N, ...) SYCL_RTC_PURE SYCL_RTC_T(i, N) __spirv_ocl_ilogb(SYCL_RTC_T(T, N));
SYCL_RTC_FLOATS(SYCL_RTC_ILOGB, )
#define SYCL_RTC_NAN(T, N, INTEGER) SYCL_RTC_PURE SYCL_RTC_T(T, N) __spirv_ocl_nan(SYCL_RTC_T(INTEGER, N));
SYCL_RTC_WIDTHS(SYCL_RTC_NAN, h, us) SYCL_RTC_WIDTHS(SYCL_RTC_NAN, f, ui) SYCL_RTC_WIDTHS(SYCL_RTC_NAN, d, ul)

// Functions with a second result, which may be anywhere.
#define SYCL_RTC_POINTER(T, N, SPACE, NAME, SECOND, ...)                                                               \
  SYCL_RTC_FUNCTION SYCL_RTC_T(T, N) NAME(__VA_ARGS__ SPACE SYCL_RTC_T(SECOND, N) *);
#define SYCL_RTC_SPACES(T, N, NAME, SECOND, ...)                                                                       \
  SYCL_RTC_POINTER(T, N, , NAME, SECOND, __VA_ARGS__)                                                                  \
  SYCL_RTC_POINTER(T, N, __attribute__((opencl_private)), NAME, SECOND, __VA_ARGS__)                                   \
  SYCL_RTC_POINTER(T, N, __attribute__((opencl_global)), NAME, SECOND, __VA_ARGS__)                                    \
  SYCL_RTC_POINTER(T, N, __attribute__((opencl_local)), NAME, SECOND, __VA_ARGS__)
#define SYCL_RTC_COMMA ,
#define SYCL_RTC_RESULTS(T, N, ...)                                                                                    \
  SYCL_RTC_SPACES(T, N, __spirv_ocl_fract, T, SYCL_RTC_T(T, N) SYCL_RTC_COMMA)                                         \
  SYCL_RTC_SPACES(T, N, __spirv_ocl_modf, T, SYCL_RTC_T(T, N) SYCL_RTC_COMMA)                                          \
  SYCL_RTC_SPACES(T, N, __spirv_ocl_sincos, T, SYCL_RTC_T(T, N) SYCL_RTC_COMMA)                                        \
  SYCL_RTC_SPACES(T, N, __spirv_ocl_frexp, i, SYCL_RTC_T(T, N) SYCL_RTC_COMMA)                                         \
  SYCL_RTC_SPACES(T, N, __spirv_ocl_lgamma_r, i, SYCL_RTC_T(T, N) SYCL_RTC_COMMA)                                      \
  SYCL_RTC_SPACES(T, N, __spirv_ocl_remquo, i, SYCL_RTC_T(T, N) SYCL_RTC_COMMA SYCL_RTC_T(T, N) SYCL_RTC_COMMA)
SYCL_RTC_FLOATS(SYCL_RTC_RESULTS, )

// Geometry.
#define SYCL_RTC_GEOMETRY(T, N, ...)                                                                                   \
  SYCL_RTC_PURE SYCL_RTC_T(T, 1) __spirv_ocl_length(SYCL_RTC_T(T, N));                                                 \
  SYCL_RTC_PURE SYCL_RTC_T(T, 1) __spirv_ocl_distance(SYCL_RTC_T(T, N), SYCL_RTC_T(T, N));                             \
  SYCL_RTC_ONE(T, N, __spirv_ocl_normalize)
SYCL_RTC_FLOATS(SYCL_RTC_GEOMETRY, )
#define SYCL_RTC_FAST_GEOMETRY(T, N, ...)                                                                              \
  SYCL_RTC_PURE SYCL_RTC_T(T, 1) __spirv_ocl_fast_length(SYCL_RTC_T(T, N));                                            \
  SYCL_RTC_PURE SYCL_RTC_T(T, 1) __spirv_ocl_fast_distance(SYCL_RTC_T(T, N), SYCL_RTC_T(T, N));                        \
  SYCL_RTC_ONE(T, N, __spirv_ocl_fast_normalize)
SYCL_RTC_WIDTHS(SYCL_RTC_FAST_GEOMETRY, f, )
#define SYCL_RTC_DOT(T, N) SYCL_RTC_PURE SYCL_RTC_T(T, 1) __spirv_Dot(SYCL_RTC_T(T, N), SYCL_RTC_T(T, N));
#define SYCL_RTC_PRODUCTS(T)                                                                                           \
  SYCL_RTC_DOT(T, 2) SYCL_RTC_DOT(T, 3) SYCL_RTC_DOT(T, 4) SYCL_RTC_DOT(T, 8) SYCL_RTC_DOT(T, 16)                      \
  SYCL_RTC_TWO(T, 3, __spirv_ocl_cross) SYCL_RTC_TWO(T, 4, __spirv_ocl_cross)
SYCL_RTC_PRODUCTS(h) SYCL_RTC_PRODUCTS(f) SYCL_RTC_PRODUCTS(d)

// Relations.
#define SYCL_RTC_RELATION1(T, N, NAME) SYCL_RTC_PURE SYCL_RTC_T(b, N) NAME(SYCL_RTC_T(T, N));
#define SYCL_RTC_RELATION2(T, N, NAME) SYCL_RTC_PURE SYCL_RTC_T(b, N) NAME(SYCL_RTC_T(T, N), SYCL_RTC_T(T, N));
SYCL_RTC_FLOATS(SYCL_RTC_RELATION1, __spirv_IsFinite) SYCL_RTC_FLOATS(SYCL_RTC_RELATION1, __spirv_IsInf)
SYCL_RTC_FLOATS(SYCL_RTC_RELATION1, __spirv_IsNan) SYCL_RTC_FLOATS(SYCL_RTC_RELATION1, __spirv_IsNormal)
SYCL_RTC_FLOATS(SYCL_RTC_RELATION1, __spirv_SignBitSet)
SYCL_RTC_FLOATS(SYCL_RTC_RELATION2, __spirv_FOrdEqual) SYCL_RTC_FLOATS(SYCL_RTC_RELATION2, __spirv_FOrdGreaterThan)
SYCL_RTC_FLOATS(SYCL_RTC_RELATION2, __spirv_FOrdGreaterThanEqual)
SYCL_RTC_FLOATS(SYCL_RTC_RELATION2, __spirv_FOrdLessThan) SYCL_RTC_FLOATS(SYCL_RTC_RELATION2, __spirv_FOrdLessThanEqual)
SYCL_RTC_FLOATS(SYCL_RTC_RELATION2, __spirv_FOrdNotEqual) SYCL_RTC_FLOATS(SYCL_RTC_RELATION2, __spirv_FUnordNotEqual)
SYCL_RTC_FLOATS(SYCL_RTC_RELATION2, __spirv_Ordered) SYCL_RTC_FLOATS(SYCL_RTC_RELATION2, __spirv_Unordered)
SYCL_RTC_ALL(SYCL_RTC_THREE, __spirv_ocl_bitselect)

// Integers.
SYCL_RTC_SIGNED(SYCL_RTC_ONE, __spirv_ocl_s_abs) SYCL_RTC_UNSIGNED(SYCL_RTC_ONE, __spirv_ocl_u_abs)
#define SYCL_RTC_ABS_DIFF(T, N, ...)                                                                                   \
  SYCL_RTC_PURE SYCL_RTC_T(u##T, N) __spirv_ocl_s_abs_diff(SYCL_RTC_T(T, N), SYCL_RTC_T(T, N));
SYCL_RTC_SIGNED(SYCL_RTC_ABS_DIFF, ) SYCL_RTC_UNSIGNED(SYCL_RTC_TWO, __spirv_ocl_u_abs_diff)
#define SYCL_RTC_INTEGERS(SHAPE, NAME)                                                                                 \
  SYCL_RTC_SIGNED(SHAPE, __spirv_ocl_s_##NAME) SYCL_RTC_UNSIGNED(SHAPE, __spirv_ocl_u_##NAME)
SYCL_RTC_INTEGERS(SYCL_RTC_TWO, add_sat) SYCL_RTC_INTEGERS(SYCL_RTC_TWO, sub_sat) SYCL_RTC_INTEGERS(SYCL_RTC_TWO, hadd)
SYCL_RTC_INTEGERS(SYCL_RTC_TWO, rhadd) SYCL_RTC_INTEGERS(SYCL_RTC_TWO, max) SYCL_RTC_INTEGERS(SYCL_RTC_TWO, min)
SYCL_RTC_INTEGERS(SYCL_RTC_TWO, mul_hi) SYCL_RTC_INTEGERS(SYCL_RTC_THREE, clamp)
SYCL_RTC_INTEGERS(SYCL_RTC_THREE, mad_hi) SYCL_RTC_INTEGERS(SYCL_RTC_THREE, mad_sat)
SYCL_RTC_WIDTHS(SYCL_RTC_THREE, i, __spirv_ocl_s_mad24) SYCL_RTC_WIDTHS(SYCL_RTC_THREE, ui, __spirv_ocl_u_mad24)
SYCL_RTC_WIDTHS(SYCL_RTC_TWO, i, __spirv_ocl_s_mul24) SYCL_RTC_WIDTHS(SYCL_RTC_TWO, ui, __spirv_ocl_u_mul24)
#define SYCL_RTC_BITS(SHAPE, NAME) SYCL_RTC_SIGNED(SHAPE, NAME) SYCL_RTC_UNSIGNED(SHAPE, NAME)
SYCL_RTC_BITS(SYCL_RTC_ONE, __spirv_ocl_clz) SYCL_RTC_BITS(SYCL_RTC_ONE, __spirv_ocl_ctz)
SYCL_RTC_BITS(SYCL_RTC_ONE, __spirv_ocl_popcount) SYCL_RTC_BITS(SYCL_RTC_TWO, __spirv_ocl_rotate)
#define SYCL_RTC_UPSAMPLE(T, N, NAME, LOW, RESULT)                                                                     \
  SYCL_RTC_PURE SYCL_RTC_T(RESULT, N) NAME(SYCL_RTC_T(T, N), SYCL_RTC_T(LOW, N));
SYCL_RTC_WIDTHS(SYCL_RTC_UPSAMPLE, c, __spirv_ocl_s_upsample, uc, s)
SYCL_RTC_WIDTHS(SYCL_RTC_UPSAMPLE, s, __spirv_ocl_s_upsample, us, i)
SYCL_RTC_WIDTHS(SYCL_RTC_UPSAMPLE, i, __spirv_ocl_s_upsample, ui, l)
SYCL_RTC_WIDTHS(SYCL_RTC_UPSAMPLE, uc, __spirv_ocl_u_upsample, uc, us)
SYCL_RTC_WIDTHS(SYCL_RTC_UPSAMPLE, us, __spirv_ocl_u_upsample, us, ui)
SYCL_RTC_WIDTHS(SYCL_RTC_UPSAMPLE, ui, __spirv_ocl_u_upsample, ui, ul)

// Conversions. The name has the result; OpenCL's name of a scalar has no width.
#define SYCL_RTC_CONVERSION(FROM, N, TO, NAME) SYCL_RTC_PURE SYCL_RTC_T(TO, N) NAME(SYCL_RTC_T(FROM, N));
#define SYCL_RTC_CONVERT(FROM, TO, PREFIX, SUFFIX)                                                                     \
  SYCL_RTC_CONVERSION(FROM, 1, TO, PREFIX##SUFFIX) SYCL_RTC_CONVERSION(FROM, 2, TO, PREFIX##2##SUFFIX)                 \
  SYCL_RTC_CONVERSION(FROM, 3, TO, PREFIX##3##SUFFIX) SYCL_RTC_CONVERSION(FROM, 4, TO, PREFIX##4##SUFFIX)              \
  SYCL_RTC_CONVERSION(FROM, 8, TO, PREFIX##8##SUFFIX) SYCL_RTC_CONVERSION(FROM, 16, TO, PREFIX##16##SUFFIX)
#define SYCL_RTC_FROM_SIGNED(TO, NAME)                                                                                 \
  SYCL_RTC_CONVERT(c, TO, NAME, ) SYCL_RTC_CONVERT(s, TO, NAME, ) SYCL_RTC_CONVERT(i, TO, NAME, )                      \
  SYCL_RTC_CONVERT(l, TO, NAME, )
#define SYCL_RTC_FROM_UNSIGNED(TO, NAME)                                                                               \
  SYCL_RTC_CONVERT(uc, TO, NAME, ) SYCL_RTC_CONVERT(us, TO, NAME, ) SYCL_RTC_CONVERT(ui, TO, NAME, )                   \
  SYCL_RTC_CONVERT(ul, TO, NAME, )
#define SYCL_RTC_FROM_FLOAT(TO, NAME, ROUNDING)                                                                        \
  SYCL_RTC_CONVERT(h, TO, NAME, ROUNDING) SYCL_RTC_CONVERT(f, TO, NAME, ROUNDING) SYCL_RTC_CONVERT(d, TO, NAME, ROUNDING)
#define SYCL_RTC_ROUNDED(TO, NAME)                                                                                     \
  SYCL_RTC_FROM_FLOAT(TO, NAME, _rte) SYCL_RTC_FROM_FLOAT(TO, NAME, _rtz) SYCL_RTC_FROM_FLOAT(TO, NAME, _rtp)          \
  SYCL_RTC_FROM_FLOAT(TO, NAME, _rtn)
#define SYCL_RTC_TO_SIGNED(TO, NAME)                                                                                   \
  SYCL_RTC_FROM_SIGNED(TO, __spirv_SConvert_R##NAME) SYCL_RTC_ROUNDED(TO, __spirv_ConvertFToS_R##NAME)
#define SYCL_RTC_TO_UNSIGNED(TO, NAME)                                                                                 \
  SYCL_RTC_FROM_UNSIGNED(TO, __spirv_UConvert_R##NAME) SYCL_RTC_ROUNDED(TO, __spirv_ConvertFToU_R##NAME)
#define SYCL_RTC_TO_FLOAT(TO, NAME)                                                                                    \
  SYCL_RTC_FROM_SIGNED(TO, __spirv_ConvertSToF_R##NAME) SYCL_RTC_FROM_UNSIGNED(TO, __spirv_ConvertUToF_R##NAME)        \
  SYCL_RTC_ROUNDED(TO, __spirv_FConvert_R##NAME)
SYCL_RTC_TO_SIGNED(c, schar) SYCL_RTC_TO_SIGNED(s, short) SYCL_RTC_TO_SIGNED(i, int) SYCL_RTC_TO_SIGNED(l, long)
SYCL_RTC_TO_UNSIGNED(uc, uchar) SYCL_RTC_TO_UNSIGNED(us, ushort) SYCL_RTC_TO_UNSIGNED(ui, uint)
SYCL_RTC_TO_UNSIGNED(ul, ulong)
SYCL_RTC_TO_FLOAT(h, half) SYCL_RTC_TO_FLOAT(f, float) SYCL_RTC_TO_FLOAT(d, double)

// Scopes, semantics and operations are numbers of SPIR-V.
SYCL_RTC_CONVERGENT void __spirv_ControlBarrier(int, int, int);
SYCL_RTC_CONVERGENT void __spirv_MemoryBarrier(int, int);

// Groups.
#define SYCL_RTC_VOTES(NAME) SYCL_RTC_CONVERGENT bool NAME(int, bool);
SYCL_RTC_VOTES(__spirv_GroupAll) SYCL_RTC_VOTES(__spirv_GroupAny)
SYCL_RTC_VOTES(__spirv_GroupNonUniformAll) SYCL_RTC_VOTES(__spirv_GroupNonUniformAny)
SYCL_RTC_CONVERGENT sycl_rtc::ui4 __spirv_GroupNonUniformBallot(int, bool);
SYCL_RTC_CONVERGENT sycl_rtc::ui1 __spirv_GroupNonUniformBallotBitCount(int, int, sycl_rtc::ui4);
#define SYCL_RTC_EXCHANGE(T, N, ...)                                                                                   \
  SYCL_RTC_CONVERGENT SYCL_RTC_T(T, N) __spirv_GroupBroadcast(int, SYCL_RTC_T(T, N), sycl_rtc::ui1);                   \
  SYCL_RTC_CONVERGENT SYCL_RTC_T(T, N) __spirv_GroupBroadcast(int, SYCL_RTC_T(T, N), sycl_rtc::ul1);                   \
  SYCL_RTC_CONVERGENT SYCL_RTC_T(T, N) __spirv_GroupBroadcast(int, SYCL_RTC_T(T, N), sycl_rtc::ul2);                   \
  SYCL_RTC_CONVERGENT SYCL_RTC_T(T, N) __spirv_GroupBroadcast(int, SYCL_RTC_T(T, N), sycl_rtc::ul3);                   \
  SYCL_RTC_CONVERGENT SYCL_RTC_T(T, N) __spirv_GroupNonUniformBroadcast(int, SYCL_RTC_T(T, N), sycl_rtc::ui1);         \
  SYCL_RTC_CONVERGENT SYCL_RTC_T(T, N) __spirv_GroupNonUniformShuffle(int, SYCL_RTC_T(T, N), sycl_rtc::ui1);           \
  SYCL_RTC_CONVERGENT SYCL_RTC_T(T, N) __spirv_GroupNonUniformShuffleXor(int, SYCL_RTC_T(T, N), sycl_rtc::ui1);        \
  SYCL_RTC_CONVERGENT SYCL_RTC_T(T, N) __spirv_GroupNonUniformShuffleUp(int, SYCL_RTC_T(T, N), sycl_rtc::ui1);         \
  SYCL_RTC_CONVERGENT SYCL_RTC_T(T, N) __spirv_GroupNonUniformShuffleDown(int, SYCL_RTC_T(T, N), sycl_rtc::ui1);
SYCL_RTC_ALL(SYCL_RTC_EXCHANGE, )
#define SYCL_RTC_COLLECTIVE(TYPE, NAME, SUFFIX)                                                                        \
  SYCL_RTC_CONVERGENT TYPE __spirv_Group##NAME##SUFFIX(int, int, TYPE);                                                \
  SYCL_RTC_CONVERGENT TYPE __spirv_GroupNonUniform##NAME(int, int, TYPE);                                              \
  SYCL_RTC_CONVERGENT TYPE __spirv_GroupNonUniform##NAME(int, int, TYPE, sycl_rtc::ui1);
#define SYCL_RTC_COLLECTIVE_SIGNED(NAME, SUFFIX)                                                                       \
  SYCL_RTC_COLLECTIVE(int, NAME, SUFFIX) SYCL_RTC_COLLECTIVE(long, NAME, SUFFIX)
#define SYCL_RTC_COLLECTIVE_UNSIGNED(NAME, SUFFIX)                                                                     \
  SYCL_RTC_COLLECTIVE(unsigned, NAME, SUFFIX) SYCL_RTC_COLLECTIVE(unsigned long, NAME, SUFFIX)
#define SYCL_RTC_COLLECTIVE_INTEGER(NAME, SUFFIX)                                                                      \
  SYCL_RTC_COLLECTIVE_SIGNED(NAME, SUFFIX) SYCL_RTC_COLLECTIVE_UNSIGNED(NAME, SUFFIX)
#define SYCL_RTC_COLLECTIVE_FLOAT(NAME, SUFFIX)                                                                        \
  SYCL_RTC_COLLECTIVE(_Float16, NAME, SUFFIX) SYCL_RTC_COLLECTIVE(float, NAME, SUFFIX)                                 \
  SYCL_RTC_COLLECTIVE(double, NAME, SUFFIX)
SYCL_RTC_COLLECTIVE_SIGNED(SMax, ) SYCL_RTC_COLLECTIVE_SIGNED(SMin, )
SYCL_RTC_COLLECTIVE_UNSIGNED(UMax, ) SYCL_RTC_COLLECTIVE_UNSIGNED(UMin, )
SYCL_RTC_COLLECTIVE_INTEGER(IAdd, ) SYCL_RTC_COLLECTIVE_INTEGER(IMul, KHR)
SYCL_RTC_COLLECTIVE_INTEGER(BitwiseAnd, KHR) SYCL_RTC_COLLECTIVE_INTEGER(BitwiseOr, KHR)
SYCL_RTC_COLLECTIVE_INTEGER(BitwiseXor, KHR)
SYCL_RTC_COLLECTIVE_FLOAT(FAdd, ) SYCL_RTC_COLLECTIVE_FLOAT(FMax, ) SYCL_RTC_COLLECTIVE_FLOAT(FMin, )
SYCL_RTC_COLLECTIVE_FLOAT(FMul, KHR)
SYCL_RTC_COLLECTIVE(bool, LogicalAnd, KHR) SYCL_RTC_COLLECTIVE(bool, LogicalOr, KHR)
SYCL_RTC_COLLECTIVE(bool, LogicalXor, KHR)

// Pointers.
#define SYCL_RTC_EXPLICIT(NAME, SPACE)                                                                                 \
  SYCL_RTC_FUNCTION __attribute__((SPACE)) void *__spirv_GenericCastToPtrExplicit_##NAME(void *, int);                 \
  SYCL_RTC_FUNCTION const __attribute__((SPACE)) void *__spirv_GenericCastToPtrExplicit_##NAME(const void *, int);
SYCL_RTC_EXPLICIT(ToGlobal, opencl_global) SYCL_RTC_EXPLICIT(ToLocal, opencl_local)
SYCL_RTC_EXPLICIT(ToPrivate, opencl_private)
SYCL_RTC_FUNCTION void __spirv_ocl_prefetch(const char *, unsigned long);
SYCL_RTC_FUNCTION void __spirv_ocl_prefetch(const __attribute__((opencl_global)) char *, unsigned long);
SYCL_RTC_FUNCTION void __spirv_ocl_prefetch(const __attribute__((opencl_global)) unsigned char *, unsigned long);
#define SYCL_RTC_BLOCK_WRITE(T, N, ELEMENT)                                                                            \
  SYCL_RTC_CONVERGENT void __spirv_SubgroupBlockWriteINTEL(__attribute__((opencl_global)) ELEMENT *, SYCL_RTC_T(T, N));  \
  SYCL_RTC_CONVERGENT void __spirv_SubgroupBlockWriteINTEL(__attribute__((opencl_local)) ELEMENT *, SYCL_RTC_T(T, N));
SYCL_RTC_WIDTHS(SYCL_RTC_BLOCK_WRITE, uc, unsigned char) SYCL_RTC_WIDTHS(SYCL_RTC_BLOCK_WRITE, us, unsigned short)
SYCL_RTC_WIDTHS(SYCL_RTC_BLOCK_WRITE, ui, unsigned int) SYCL_RTC_WIDTHS(SYCL_RTC_BLOCK_WRITE, ul, unsigned long)

// Types of which stock clang has none outside of OpenCL. They can be named.
#define SYCL_RTC_OPAQUE(NAME)                                                                                          \
  struct NAME##_;                                                                                                      \
  typedef NAME##_ *NAME;
SYCL_RTC_OPAQUE(__ocl_event_t) SYCL_RTC_OPAQUE(__ocl_sampler_t)
#define SYCL_RTC_IMAGE(DIMENSIONS)                                                                                     \
  SYCL_RTC_OPAQUE(__ocl_image##DIMENSIONS##_ro_t) SYCL_RTC_OPAQUE(__ocl_image##DIMENSIONS##_wo_t)                      \
  SYCL_RTC_OPAQUE(__ocl_image##DIMENSIONS##_rw_t) SYCL_RTC_OPAQUE(__ocl_sampled_image##DIMENSIONS##_ro_t)
SYCL_RTC_IMAGE(1d) SYCL_RTC_IMAGE(2d) SYCL_RTC_IMAGE(3d) SYCL_RTC_IMAGE(1d_array) SYCL_RTC_IMAGE(2d_array)

SYCL_RTC_CONVERGENT void __spirv_GroupWaitEvents(int, int, __ocl_event_t *);
template <typename... T>
__attribute__((unavailable("asynchronous copies are not in run-time compilation: stock clang has no type for events")))
__ocl_event_t __spirv_GroupAsyncCopy(T...);

// Hints of annotated pointers are dropped.
template <typename Pointer, typename... Hints> Pointer __builtin_intel_sycl_ptr_annotation(Pointer P, Hints...) { return P; }
// Only kernels of lambdas are checked with these.
#define __builtin_num_fields(TYPE) (sizeof(TYPE) * 0)
#define __builtin_num_bases(TYPE) (sizeof(TYPE) * 0)
#define __builtin_field_type(TYPE, NUMBER) sycl_rtc::none<TYPE, NUMBER>()
#define __builtin_base_type(TYPE, NUMBER) sycl_rtc::none<TYPE, NUMBER>()
namespace sycl_rtc {
template <typename T, unsigned> T none();
}
