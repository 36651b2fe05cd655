// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of OpenCL's built-in functions, by SPIR-V's names: device code leaves them to the target, the host pass has an
// expression in their place. The passes know them by base name and types, of scalars and of clang's vectors.
#pragma once
#include <sycl/detail/config.hpp>

#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_PASSES_OPENCL(type, name, host, ...) ::__syp_ocl_##name<type>(__VA_ARGS__)
#define SYCL_PASSES_PURE(name) SYP_BUILTIN_AS(ocl_##name, __spirv_ocl_##name, [[gnu::const]])
// With a second result in memory.
#define SYCL_PASSES_TWO_RESULTS(name) SYP_BUILTIN_AS(ocl_##name, __spirv_ocl_##name, )
#define SYCL_PASSES_NATIVE(name) SYCL_PASSES_PURE(native_##name) SYCL_PASSES_PURE(half_##name)
SYCL_PASSES_PURE(acos) SYCL_PASSES_PURE(acosh) SYCL_PASSES_PURE(acospi) SYCL_PASSES_PURE(asin) SYCL_PASSES_PURE(asinh)
SYCL_PASSES_PURE(asinpi) SYCL_PASSES_PURE(atan) SYCL_PASSES_PURE(atan2) SYCL_PASSES_PURE(atanh) SYCL_PASSES_PURE(atanpi)
SYCL_PASSES_PURE(atan2pi) SYCL_PASSES_PURE(cbrt) SYCL_PASSES_PURE(ceil) SYCL_PASSES_PURE(copysign) SYCL_PASSES_PURE(cos)
SYCL_PASSES_PURE(cosh) SYCL_PASSES_PURE(cospi) SYCL_PASSES_PURE(erf) SYCL_PASSES_PURE(erfc) SYCL_PASSES_PURE(exp)
SYCL_PASSES_PURE(exp2) SYCL_PASSES_PURE(exp10) SYCL_PASSES_PURE(expm1) SYCL_PASSES_PURE(fabs) SYCL_PASSES_PURE(fdim)
SYCL_PASSES_PURE(floor) SYCL_PASSES_PURE(fma) SYCL_PASSES_PURE(fmax) SYCL_PASSES_PURE(fmin) SYCL_PASSES_PURE(fmod)
SYCL_PASSES_PURE(hypot) SYCL_PASSES_PURE(ilogb) SYCL_PASSES_PURE(ldexp) SYCL_PASSES_PURE(lgamma) SYCL_PASSES_PURE(log)
SYCL_PASSES_PURE(log10) SYCL_PASSES_PURE(log1p) SYCL_PASSES_PURE(log2) SYCL_PASSES_PURE(logb) SYCL_PASSES_PURE(mad)
SYCL_PASSES_PURE(maxmag) SYCL_PASSES_PURE(minmag) SYCL_PASSES_PURE(nextafter) SYCL_PASSES_PURE(pow)
SYCL_PASSES_PURE(pown) SYCL_PASSES_PURE(powr) SYCL_PASSES_PURE(remainder) SYCL_PASSES_PURE(rint) SYCL_PASSES_PURE(rootn)
SYCL_PASSES_PURE(round) SYCL_PASSES_PURE(rsqrt) SYCL_PASSES_PURE(sin) SYCL_PASSES_PURE(sinh) SYCL_PASSES_PURE(sinpi)
SYCL_PASSES_PURE(sqrt) SYCL_PASSES_PURE(tan) SYCL_PASSES_PURE(tanh) SYCL_PASSES_PURE(tanpi) SYCL_PASSES_PURE(tgamma)
SYCL_PASSES_PURE(trunc)
SYCL_PASSES_TWO_RESULTS(fract) SYCL_PASSES_TWO_RESULTS(frexp) SYCL_PASSES_TWO_RESULTS(lgamma_r)
SYCL_PASSES_TWO_RESULTS(modf) SYCL_PASSES_TWO_RESULTS(remquo) SYCL_PASSES_TWO_RESULTS(sincos)
SYCL_PASSES_NATIVE(cos) SYCL_PASSES_NATIVE(divide) SYCL_PASSES_NATIVE(exp) SYCL_PASSES_NATIVE(exp2)
SYCL_PASSES_NATIVE(exp10) SYCL_PASSES_NATIVE(log) SYCL_PASSES_NATIVE(log2) SYCL_PASSES_NATIVE(log10)
SYCL_PASSES_NATIVE(powr) SYCL_PASSES_NATIVE(recip) SYCL_PASSES_NATIVE(rsqrt) SYCL_PASSES_NATIVE(sin)
SYCL_PASSES_NATIVE(sqrt) SYCL_PASSES_NATIVE(tan)
SYCL_PASSES_PURE(clz) SYCL_PASSES_PURE(ctz) SYCL_PASSES_PURE(popcount) SYCL_PASSES_PURE(rotate)
SYCL_PASSES_PURE(s_add_sat) SYCL_PASSES_PURE(u_add_sat) SYCL_PASSES_PURE(s_sub_sat) SYCL_PASSES_PURE(u_sub_sat)
SYCL_PASSES_PURE(s_mad_sat) SYCL_PASSES_PURE(u_mad_sat) SYCL_PASSES_PURE(s_mul_hi) SYCL_PASSES_PURE(u_mul_hi)
SYCL_PASSES_PURE(length) SYCL_PASSES_PURE(normalize)
// Conversions that round: their names have the type of the result.
#define SYCL_PASSES_CONVERSION(operation, to, mode) \
  SYP_BUILTIN_AS(operation##_##to##_##mode, __spirv_##operation##_R##to##_##mode, [[gnu::const]])
#define SYCL_PASSES_CONVERSIONS(operation, to, nearest_or_zero) \
  SYCL_PASSES_CONVERSION(operation, to, nearest_or_zero) SYCL_PASSES_CONVERSION(operation, to, rtp) \
  SYCL_PASSES_CONVERSION(operation, to, rtn)
SYCL_PASSES_CONVERSIONS(ConvertFToS, int, rte) SYCL_PASSES_CONVERSIONS(ConvertFToS, long, rte)
SYCL_PASSES_CONVERSIONS(ConvertFToU, uint, rte) SYCL_PASSES_CONVERSIONS(ConvertFToU, ulong, rte)
SYCL_PASSES_CONVERSIONS(ConvertSToF, float, rtz) SYCL_PASSES_CONVERSIONS(ConvertSToF, double, rtz)
SYCL_PASSES_CONVERSIONS(ConvertUToF, float, rtz) SYCL_PASSES_CONVERSIONS(ConvertUToF, double, rtz)
SYCL_PASSES_CONVERSIONS(FConvert, float, rtz)
#undef SYCL_PASSES_CONVERSION
#undef SYCL_PASSES_CONVERSIONS
#undef SYCL_PASSES_PURE
#undef SYCL_PASSES_TWO_RESULTS
#undef SYCL_PASSES_NATIVE
#else
#define SYCL_PASSES_OPENCL(type, name, host, ...) (host)
#endif
