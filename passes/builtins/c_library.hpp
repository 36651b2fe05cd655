// Functions of C that code of kernels calls by their names: what `math.h`, `complex.h`, `string.h` and `stdlib.h` have
// beside the functions of OpenCL. They are made of those, on SPIR-V of its instructions, so they serve every target.
#pragma once

#include "types.hpp"

namespace sp {

// Integers nearest to a number: `rint` and `round` of C with a `long`.
template <class T> u64 c_lrint(T x) { return u64(i64(call::ocl_rint(x))); }
template <class T> u64 c_lround(T x) { return u64(i64(call::ocl_round(x))); }
// Beyond an `int`, any number is 0 or infinite.
template <class T> T c_scalbln(T x, u64 exponent) {
  i64 n = i64(exponent);
  return call::ocl_ldexp(x, u32(i32(n < -100000 ? -100000 : n > 100000 ? 100000 : n)));
}
template <class T> void c_sincos(T x, flat<u8> sine, flat<u8> cosine) {
  *(flat<T>)sine = call::ocl_sin(x);
  *(flat<T>)cosine = call::ocl_cos(x);
}
template <class T> T c_remquo(T x, T y, flat<u8> quotient) {
  T r = call::ocl_remainder(x, y);
  // The low three bits of the quotient, from the rest of a division by eight times as much.
  T whole = call::ocl_fmod(x, y * 8), size = call::ocl_fabs(y);
  i32 q = i32(i64(call::ocl_rint((call::ocl_fabs(whole) - (x < 0 ? -r : r)) / size))) & 7;
  *(flat<i32>)quotient = (x < 0) != (y < 0) ? -q : q;
  return r;
}
template <class T> T c_lgamma_r(T x, flat<u8> sign) { return call::ocl_lgamma_r(x, (flat<u32>)sign); }
template <class T> T c_nan(flat<u8>) {
  return from_bits<T>(bits_of<T>(infinity_bits<T> | bits_of<T>(1) << (format<T>::fraction - 1)));
}
template <class T> T c_drem(T x, T y) { return call::ocl_remainder(x, y); }
inline i32 c_ffs(u64 x) { return x == 0 ? 0 : i32(__builtin_ctzg(x)) + 1; }
inline i32 c_ffs_i32(u32 x) { return c_ffs(x); }

// The quotient, and the rest behind it.
template <class T> T c_div(T a, T b, flat<u8> rest) {
  signed_of<T> quotient = as_signed(a) / as_signed(b);
  *(flat<T>)rest = a - T(quotient) * b;
  return T(quotient);
}

inline flat<u8> nowhere() {
  u64 zero = 0;
  return (flat<u8>)zero;
}

// Strings.
inline flat<u8> c_memcpy(flat<u8> to, flat<u8> from, u64 size) {
  for (u64 i = 0; i < size; i++) to[i] = from[i];
  return to;
}
inline flat<u8> c_memmove(flat<u8> to, flat<u8> from, u64 size) {
  if (u64(to) - u64(from) >= size) return c_memcpy(to, from, size);
  for (u64 i = size; i != 0; i--) to[i - 1] = from[i - 1];
  return to;
}
inline flat<u8> c_memset(flat<u8> to, u32 value, u64 size) {
  for (u64 i = 0; i < size; i++) to[i] = u8(value);
  return to;
}
inline i32 c_memcmp(flat<u8> a, flat<u8> b, u64 size) {
  for (u64 i = 0; i < size; i++) {
    if (a[i] != b[i]) return i32(a[i]) - i32(b[i]);
  }
  return 0;
}
inline flat<u8> c_memchr(flat<u8> of, u32 value, u64 size) {
  for (u64 i = 0; i < size; i++) {
    if (of[i] == u8(value)) return of + i;
  }
  return nowhere();
}
inline u64 c_strnlen(flat<u8> of, u64 size) {
  u64 i = 0;
  while (i < size && of[i] != 0) i++;
  return i;
}
inline u64 c_strlen(flat<u8> of) { return c_strnlen(of, ~u64(0)); }
inline i32 c_strncmp(flat<u8> a, flat<u8> b, u64 size) {
  for (u64 i = 0; i < size; i++) {
    if (a[i] != b[i]) return i32(a[i]) - i32(b[i]);
    if (a[i] == 0) break;
  }
  return 0;
}
inline i32 c_strcmp(flat<u8> a, flat<u8> b) { return c_strncmp(a, b, ~u64(0)); }
inline flat<u8> c_strcpy(flat<u8> to, flat<u8> from) {
  c_memcpy(to, from, c_strlen(from) + 1);
  return to;
}
inline flat<u8> c_strncpy(flat<u8> to, flat<u8> from, u64 size) {
  u64 length = c_strnlen(from, size);
  c_memcpy(to, from, length);
  c_memset(to + length, 0, size - length);
  return to;
}
inline flat<u8> c_strcat(flat<u8> to, flat<u8> from) {
  c_strcpy(to + c_strlen(to), from);
  return to;
}
inline flat<u8> c_strchr(flat<u8> of, u32 value) {
  return c_memchr(of, value, c_strlen(of) + 1);
}
inline flat<u8> c_strrchr(flat<u8> of, u32 value) {
  for (u64 i = c_strlen(of) + 1; i != 0; i--) {
    if (of[i - 1] == u8(value)) return of + (i - 1);
  }
  return nowhere();
}

// `bfloat16` in memory, as the device library of DPC++ has it: one number, and vectors of them.
inline f32 c_bf16_to_float(flat<u8> from) { return convert_bf16_to_f(*(flat<u16>)from); }
inline u16 c_float_to_bf16(flat<u8> from) { return convert_f_to_bf16(*(flat<f32>)from); }
#define SP_BFLOATS(lanes) \
  inline void c_bf16_to_float_##lanes(flat<u8> from, flat<u8> to) { \
    for (int i = 0; i < lanes; i++) ((flat<f32>)to)[i] = convert_bf16_to_f(((flat<u16>)from)[i]); \
  } \
  inline void c_float_to_bf16_##lanes(flat<u8> from, flat<u8> to) { \
    for (int i = 0; i < lanes; i++) ((flat<u16>)to)[i] = convert_f_to_bf16(((flat<f32>)from)[i]); \
  }
SP_BFLOATS(1)
SP_BFLOATS(2)
SP_BFLOATS(3)
SP_BFLOATS(4)
SP_BFLOATS(8)
SP_BFLOATS(16)
#undef SP_BFLOATS

// Complex numbers: the real part is the result, the imaginary part goes to memory. Products and quotients are those of
// C's annex G: where one would be not a number, but an operand is infinite, it is infinite.
template <class T> struct complex { T re, im; };
template <class T> T stored(complex<T> z, flat<u8> imaginary) {
  *(flat<T>)imaginary = z.im;
  return z.re;
}
template <class T> bool is_infinite(T x) { return (bits(x) & bits_of<T>(~sign_bit<T>)) == infinity_bits<T>; }
template <class T> bool is_number(T x) { return x == x; }
template <class T> T with_sign(T size, T sign) {
  return from_bits<T>(bits_of<T>((bits(size) & bits_of<T>(~sign_bit<T>)) | (bits(sign) & sign_bit<T>)));
}
// 1 for an infinite part, else 0, with the part's sign.
template <class T> T boxed(T x) { return with_sign(is_infinite(x) ? T(1) : T(0), x); }
template <class T> T zero_if_nan(T x) { return is_number(x) ? x : with_sign(T(0), x); }
// The type of products: a `half` has few exponents.
template <class T> struct of_products { using type = T; };
template <> struct of_products<f16> { using type = f32; };

#if defined(SP_NVPTX) || defined(SP_AMDGCN)
// As in kernels for GPUs.
#define SP_FUSED _Pragma("clang fp contract(fast)")
#else
#define SP_FUSED
#endif
template <class T> complex<T> product(complex<T> x, complex<T> y) {
  SP_FUSED
  T a = x.re, b = x.im, c = y.re, d = y.im;
  complex<T> z{a * c - b * d, a * d + b * c};
  if (is_number(z.re) || is_number(z.im)) return z;
  bool again = false;
  if (is_infinite(a) || is_infinite(b)) {
    a = boxed(a), b = boxed(b), c = zero_if_nan(c), d = zero_if_nan(d), again = true;
  }
  if (is_infinite(c) || is_infinite(d)) {
    c = boxed(c), d = boxed(d), a = zero_if_nan(a), b = zero_if_nan(b), again = true;
  }
  if (!again && (is_infinite(T(x.re * y.re)) || is_infinite(T(x.im * y.im)) || is_infinite(T(x.re * y.im)) ||
                 is_infinite(T(x.im * y.re)))) {
    a = zero_if_nan(a), b = zero_if_nan(b), c = zero_if_nan(c), d = zero_if_nan(d), again = true;
  }
  T infinite = from_bits<T>(infinity_bits<T>);
  return again ? complex<T>{infinite * (a * c - b * d), infinite * (a * d + b * c)} : z;
}
template <class T> complex<T> quotient(complex<T> x, complex<T> y) {
  SP_FUSED
  T a = x.re, b = x.im, c = y.re, d = y.im;
  T size_c = with_sign(c, T(0)), size_d = with_sign(d, T(0));
  T largest = size_c > size_d ? size_c : size_d;
  // A divisor with an exponent near 0 has a square.
  i32 by = 0;
  if (largest > 0 && !is_infinite(largest)) {
    by = -i32(call::ocl_ilogb(largest));
    c = call::ocl_ldexp(c, u32(by)), d = call::ocl_ldexp(d, u32(by));
  }
  T square = c * c + d * d;
  complex<T> z{call::ocl_ldexp(T((a * c + b * d) / square), u32(by)),
               call::ocl_ldexp(T((b * c - a * d) / square), u32(by))};
  if (is_number(z.re) || is_number(z.im)) return z;
  T infinite = from_bits<T>(infinity_bits<T>);
  if (square == 0 && (is_number(a) || is_number(b))) {
    infinite = with_sign(infinite, y.re);
    return {infinite * a, infinite * b};
  }
  bool endless = is_infinite(a) || is_infinite(b), endless_divisor = is_infinite(c) || is_infinite(d);
  if (endless && !endless_divisor && is_number(c) && is_number(d)) {
    a = boxed(a), b = boxed(b);
    return {infinite * (a * c + b * d), infinite * (b * c - a * d)};
  }
  if (endless_divisor && !endless && is_number(a) && is_number(b)) {
    c = boxed(c), d = boxed(d);
    return {0 * (a * c + b * d), 0 * (b * c - a * d)};
  }
  return z;
}
#undef SP_FUSED
template <class T> T c_complex_product(T a, T b, T c, T d, flat<u8> imaginary) {
  using P = typename of_products<T>::type;
  complex<P> z = product<P>({P(a), P(b)}, {P(c), P(d)});
  return stored<T>({T(z.re), T(z.im)}, imaginary);
}
template <class T> T c_complex_quotient(T a, T b, T c, T d, flat<u8> imaginary) {
  using P = typename of_products<T>::type;
  complex<P> z = quotient<P>({P(a), P(b)}, {P(c), P(d)});
  return stored<T>({T(z.re), T(z.im)}, imaginary);
}

template <class T> T not_real() { return from_bits<T>(bits_of<T>(infinity_bits<T> | infinity_bits<T> >> 1)); }
template <class T> bool is_ordinary(T x) { return is_number(x) && !is_infinite(x); }

template <class T> complex<T> exponential(complex<T> z) {
  if (z.im == 0) return {call::ocl_exp(z.re), z.im};
  if (is_infinite(z.re) && z.re < 0 && !is_ordinary(z.im)) return {T(0), T(0)};
  if (is_infinite(z.re) && z.re > 0 && !is_ordinary(z.im)) return {z.re, T(z.im - z.im)};
  // Half of it twice: the power may be infinite where the product is not.
  T half = call::ocl_exp(T(z.re / 2));
  return {half * (half * call::ocl_cos(z.im)), half * (half * call::ocl_sin(z.im))};
}
template <class T> complex<T> logarithm(complex<T> z) {
  T size = call::ocl_hypot(z.re, z.im), re = call::ocl_log(size);
  // Near the unit circle the size is 1, but its logarithm is not 0.
  if (size > T(0.5) && size < T(2)) {
    T large = call::ocl_fabs(z.re), small = call::ocl_fabs(z.im);
    if (large < small) {
      T swapped = large;
      large = small, small = swapped;
    }
    re = call::ocl_log1p(T((large - 1) * (large + 1) + small * small)) / 2;
  }
  return {re, call::ocl_atan2(z.im, z.re)};
}
template <class T> complex<T> root(complex<T> z) {
  if (z.re == 0 && z.im == 0) return {T(0), z.im};
  T infinite = from_bits<T>(infinity_bits<T>);
  if (is_infinite(z.im)) return {infinite, z.im};
  if (!is_number(z.re)) return {z.re, z.re};
  if (is_infinite(z.re)) {
    T rest = z.im - z.im;
    return z.re < 0 ? complex<T>{call::ocl_fabs(rest), with_sign(infinite, z.im)}
                    : complex<T>{z.re, with_sign(rest, z.im)};
  }
  if (!is_number(z.im)) return {z.im, z.im};
  T re = z.re / 4, im = z.im / 4;
  T t = call::ocl_sqrt(T((call::ocl_hypot(re, im) + call::ocl_fabs(re)) * 2));
  return z.re >= 0 ? complex<T>{t, z.im / t / 2} : complex<T>{call::ocl_fabs(z.im) / t / 2, with_sign(t, z.im)};
}
template <class T> complex<T> power(complex<T> x, complex<T> y) {
  if (y.re == 0 && y.im == 0) return {T(1), T(0)};
  if (x.re == 0 && x.im == 0 && y.re > 0) return {T(0), T(0)};
  return exponential(product(y, logarithm(x)));
}
template <class T> complex<T> hyperbolic_sine(complex<T> z) {
  if (z.im == 0) return {call::ocl_sinh(z.re), z.im};
  return {call::ocl_sinh(z.re) * call::ocl_cos(z.im), call::ocl_cosh(z.re) * call::ocl_sin(z.im)};
}
template <class T> complex<T> hyperbolic_cosine(complex<T> z) {
  if (z.im == 0) return {call::ocl_cosh(z.re), z.re * z.im};
  return {call::ocl_cosh(z.re) * call::ocl_cos(z.im), call::ocl_sinh(z.re) * call::ocl_sin(z.im)};
}
template <class T> complex<T> hyperbolic_tangent(complex<T> z) {
  // Where it is 1 to all digits, its parts are infinite.
  if (call::ocl_fabs(z.re) > T(20)) {
    T rest = call::ocl_exp(T(-2 * call::ocl_fabs(z.re)));
    return {with_sign(T(1), z.re), is_ordinary(z.im) ? 4 * call::ocl_sin(z.im) * call::ocl_cos(z.im) * rest : T(0)};
  }
  T s = call::ocl_sinh(z.re), t = call::ocl_tan(z.im), beta = 1 + t * t;
  T rho = call::ocl_sqrt(T(1 + s * s)), below = 1 + beta * s * s;
  if (is_infinite(t)) return {rho / s, 1 / t};
  return {beta * rho * s / below, t / below};
}
template <class T> complex<T> inverse_hyperbolic_sine(complex<T> z) {
  // By Kahan's formulas.
  complex<T> a = root<T>({1 - z.im, z.re}), b = root<T>({1 + z.im, -z.re});
  return {call::ocl_asinh(T(a.im * b.re - a.re * b.im)), call::ocl_atan2(z.im, T(a.re * b.re - a.im * b.im))};
}
template <class T> complex<T> inverse_cosine(complex<T> z) {
  complex<T> a = root<T>({1 - z.re, -z.im}), b = root<T>({1 + z.re, z.im});
  return {2 * call::ocl_atan2(a.re, b.re), call::ocl_asinh(T(b.re * a.im - b.im * a.re))};
}
template <class T> complex<T> inverse_hyperbolic_tangent(complex<T> z) {
  T square = z.im * z.im;
  T above = (1 + z.re) * (1 + z.re) + square, below = (1 - z.re) * (1 - z.re) + square;
  return {call::ocl_log1p(T(4 * z.re / below)) / 4 + 0 * above,
          call::ocl_atan2(T(2 * z.im), T((1 - z.re) * (1 + z.re) - square)) / 2};
}
// f(z) is -i g(iz).
template <class T> complex<T> turned(complex<T> z) { return {-z.im, z.re}; }
template <class T> complex<T> turned_back(complex<T> z) { return {z.im, -z.re}; }

#define SP_COMPLEX(name, value) \
  template <class T> T c_##name(T a, T b, flat<u8> imaginary) { \
    complex<T> z{a, b}; \
    return stored<T>(value, imaginary); \
  }
SP_COMPLEX(cexp, exponential(z))
SP_COMPLEX(clog, logarithm(z))
SP_COMPLEX(csqrt, root(z))
SP_COMPLEX(csinh, hyperbolic_sine(z))
SP_COMPLEX(ccosh, hyperbolic_cosine(z))
SP_COMPLEX(ctanh, hyperbolic_tangent(z))
SP_COMPLEX(csin, turned_back(hyperbolic_sine(turned(z))))
SP_COMPLEX(ccos, hyperbolic_cosine(turned(z)))
SP_COMPLEX(ctan, turned_back(hyperbolic_tangent(turned(z))))
SP_COMPLEX(casinh, inverse_hyperbolic_sine(z))
SP_COMPLEX(casin, turned_back(inverse_hyperbolic_sine(turned(z))))
SP_COMPLEX(cacos, inverse_cosine(z))
SP_COMPLEX(catanh, inverse_hyperbolic_tangent(z))
SP_COMPLEX(catan, turned_back(inverse_hyperbolic_tangent(turned(z))))
SP_COMPLEX(conj, (complex<T>{z.re, -z.im}))
#undef SP_COMPLEX
template <class T> T c_cacosh(T a, T b, flat<u8> imaginary) {
  complex<T> z = inverse_cosine<T>({a, b});
  // The half plane of positive real parts.
  z = {-z.im, z.re};
  bool negative = (bits(z.re) & sign_bit<T>) != 0;
  return stored<T>(negative ? complex<T>{-z.re, -z.im} : z, imaginary);
}
template <class T> T c_cproj(T a, T b, flat<u8> imaginary) {
  bool infinite = is_infinite(a) || is_infinite(b);
  complex<T> z{a, b}, far{from_bits<T>(infinity_bits<T>), with_sign(T(0), b)};
  return stored<T>(infinite ? far : z, imaginary);
}
template <class T> T c_cpow(T a, T b, T c, T d, flat<u8> imaginary) {
  return stored<T>(power<T>({a, b}, {c, d}), imaginary);
}
template <class T> T c_cabs(T a, T b) { return call::ocl_hypot(a, b); }
template <class T> T c_carg(T a, T b) { return call::ocl_atan2(b, a); }
template <class T> T c_creal(T a, T) { return a; }
template <class T> T c_cimag(T, T b) { return b; }

// AdaptiveCpp's functions of `half`, in integers of 16 bits, and those of `double` that are `native_` in name only.
inline u16 c_half_add(u16 a, u16 b) { return bits(f16(from_bits<f16>(a) + from_bits<f16>(b))); }
inline u16 c_half_sub(u16 a, u16 b) { return bits(f16(from_bits<f16>(a) - from_bits<f16>(b))); }
inline u16 c_half_mul(u16 a, u16 b) { return bits(f16(from_bits<f16>(a) * from_bits<f16>(b))); }
inline u16 c_half_div(u16 a, u16 b) { return bits(f16(f32(from_bits<f16>(a)) / f32(from_bits<f16>(b)))); }
inline bool c_half_lt(u16 a, u16 b) { return from_bits<f16>(a) < from_bits<f16>(b); }
inline bool c_half_lte(u16 a, u16 b) { return from_bits<f16>(a) <= from_bits<f16>(b); }
inline bool c_half_gt(u16 a, u16 b) { return from_bits<f16>(a) > from_bits<f16>(b); }
inline bool c_half_gte(u16 a, u16 b) { return from_bits<f16>(a) >= from_bits<f16>(b); }
#define SP_HALVES(group) \
  inline u16 c_##group##_reduce_half(i32 op, u16 x) { return bits(acpp_##group##_reduce_f(op, from_bits<f16>(x))); } \
  inline u16 c_##group##_inclusive_half(i32 op, u16 x) { \
    return bits(acpp_##group##_inclusive_f(op, from_bits<f16>(x))); \
  } \
  inline u16 c_##group##_exclusive_half(i32 op, u16 x, u16 first) { \
    return bits(acpp_##group##_exclusive_f(op, from_bits<f16>(x), from_bits<f16>(first))); \
  }
SP_HALVES(work_group)
SP_HALVES(sub_group)
#undef SP_HALVES
template <class T> T c_divide(T x, T y) { return x / y; }
template <class T> T c_reciprocal(T x) { return 1 / x; }
template <class T> T c_rootn(T x, u64 n) { return call::ocl_rootn(x, u32(n)); }

}  // namespace sp
