// Mathematics that is not left to libclc or libm as it is. A `half` is computed in `float`.
#pragma once

#include "integers.hpp"
#include "relational.hpp"
#include "target.hpp"

namespace sp {

// The type to compute in, and a computation in it.
template <class T> struct compute { using type = T; };
template <> struct compute<f16> { using type = f32; };
template <class T> using precise = typename compute<T>::type;

template <class T> T ocl_fabs(T x) { return from_bits<T>(magnitude(x)); }
template <class T> T ocl_copysign(T x, T y) {
  return from_bits<T>(bits_of<T>(magnitude(x) | (bits(y) & sign_bit<T>)));
}
template <class T> T ocl_ceil(T x) { return T(__builtin_elementwise_ceil(precise<T>(x))); }
template <class T> T ocl_floor(T x) { return T(__builtin_elementwise_floor(precise<T>(x))); }
template <class T> T ocl_trunc(T x) { return T(__builtin_elementwise_trunc(precise<T>(x))); }
template <class T> T ocl_rint(T x) { return T(__builtin_elementwise_rint(precise<T>(x))); }
template <class T> T ocl_round(T x) { return T(__builtin_elementwise_round(precise<T>(x))); }
// SYCL allows errors of 3 and 2 units for `float`; that of NVIDIA's instructions is 1 and 2.
template <class T> T ocl_sqrt(T x) {
#if defined(SP_NVPTX)
  if constexpr (!same<T, f64>) return T(target::fast_sqrt(f32(x)));
#endif
  return T(__builtin_elementwise_sqrt(precise<T>(x)));
}
template <class T> T ocl_rsqrt(T x) {
#if defined(SP_NVPTX)
  if constexpr (!same<T, f64>) return T(target::fast_rsqrt(f32(x)));
#endif
  return T(precise<T>(1) / __builtin_elementwise_sqrt(precise<T>(x)));
}
template <class T> T ocl_fmin(T x, T y) { return T(__builtin_elementwise_minnum(precise<T>(x), precise<T>(y))); }
template <class T> T ocl_fmax(T x, T y) { return T(__builtin_elementwise_maxnum(precise<T>(x), precise<T>(y))); }
template <class T> T ocl_fma(T x, T y, T z) {
#if defined(SP_HOST)
  // The product of two halves and a half sum are exact in `double`. GPUs have the instruction.
  if constexpr (same<T, f16>) return T(f64(x) * f64(y) + f64(z));
#endif
  return __builtin_elementwise_fma(x, y, z);
}
template <class T> T ocl_mad(T x, T y, T z) {
#pragma clang fp contract(fast)
  return x * y + z;
}
template <class T> T ocl_fdim(T x, T y) { return x > y ? T(x - y) : unordered(x, y) ? T(x + y) : T(0); }
template <class T> T ocl_maxmag(T x, T y) {
  return ocl_fabs(x) > ocl_fabs(y) ? x : ocl_fabs(y) > ocl_fabs(x) ? y : ocl_fmax(x, y);
}
template <class T> T ocl_minmag(T x, T y) {
  return ocl_fabs(x) < ocl_fabs(y) ? x : ocl_fabs(y) < ocl_fabs(x) ? y : ocl_fmin(x, y);
}
// The quiet one with these low bits.
template <class T, class U> T ocl_nan(U code) {
  bits_of<T> payload = bits_of<T>(code) & bits_of<T>((bits_of<T>(1) << format<T>::fraction) - 1);
  return from_bits<T>(bits_of<T>(bits(not_a_number<T>()) | payload));
}
template <class T> T ocl_nextafter(T x, T y) {
  if (unordered(x, y)) return x + y;
  if (x == y) return y;
  if (x == 0) return from_bits<T>(bits_of<T>((bits(y) & sign_bit<T>) | 1));
  bits_of<T> b = bits(x);
  return from_bits<T>(bits_of<T>((x < y) == sign_bit_set(x) ? b - 1 : b + 1));
}

// The exponent of a finite number other than 0, as if it were normal with a first digit before the point.
template <class T> i32 exponent(T x) {
  bits_of<T> b = magnitude(x);
  i32 biased = i32(b >> format<T>::fraction);
  if (biased != 0) return biased - format<T>::bias;
  return i32(sizeof(T) * 8 - 1 - __builtin_elementwise_clzg(b, bits_of<T>(0))) - format<T>::fraction -
         format<T>::bias + 1;
}
template <class T> i32 ocl_ilogb(T x) {
  if (x == 0) return as_signed(smallest<u32>);
  if (!is_finite(x)) return as_signed(largest<u32>);
  return exponent(x);
}
template <class T, class P> T ocl_frexp(T x, P to) {
  if (x == 0 || !is_finite(x)) {
    *to = 0;
    return x;
  }
  i32 e = exponent(x);
  *to = e + 1;
  bits_of<T> b = magnitude(x);
  // A number that is not normal moves up to where its first digit is implied.
  if (b >> format<T>::fraction == 0) b = bits_of<T>(b << (1 - format<T>::bias - e));
  b = bits_of<T>(b & ((bits_of<T>(1) << format<T>::fraction) - 1));
  b = bits_of<T>(b | bits_of<T>(format<T>::bias - 1) << format<T>::fraction | (bits(x) & sign_bit<T>));
  return from_bits<T>(b);
}
// Two exact steps and one that rounds.
template <class T> T ocl_ldexp(T x, i32 n) {
  if constexpr (same<T, f16>) {
    return T(ocl_ldexp(f32(x), n));
  } else {
    constexpr int bias = format<T>::bias, fraction = format<T>::fraction;
    auto power = [](i32 e) { return from_bits<T>(bits_of<T>(e + bias) << fraction); };
    // Beyond these, any number is infinite or 0.
    i32 lowest = -2 * bias - 2 * fraction, highest = 2 * bias + 2 * fraction;
    n = n < lowest ? lowest : n > highest ? highest : n;
    if (n > bias) {
      x *= power(bias), n -= bias;
      if (n > bias) x *= power(bias), n -= bias;
    } else if (n < 1 - bias) {
      // Leave room for the digits, so that only the last step rounds.
      x *= power(1 - bias + fraction + 1), n += bias - 1 - fraction - 1;
      if (n < 1 - bias) x *= power(1 - bias + fraction + 1), n += bias - 1 - fraction - 1;
      if (n < 1 - bias) n = 1 - bias;
    }
    return x * power(n);
  }
}
template <class T, class P> T ocl_fract(T x, P to) {
  T whole = ocl_floor(x);
  *to = whole;
  if (is_inf(x)) return ocl_copysign(T(0), x);
  T below_one = from_bits<T>(bits_of<T>((bits_of<T>(format<T>::bias) << format<T>::fraction) - 1));
  return is_nan(x) ? x : ocl_fmin(T(x - whole), below_one);
}
template <class T, class P> T ocl_modf(T x, P to) {
  T whole = ocl_trunc(x);
  *to = whole;
  return ocl_copysign(is_inf(x) ? T(0) : T(x - whole), x);
}

}  // namespace sp

#if defined(SP_HOST)
#include "math_host.hpp"
#else
#include "math_gpu.hpp"
#endif
#if defined(SP_HOST) || defined(SP_NVPTX)
#include "math_own.hpp"
#else
namespace sp {
template <class T> T ocl_sin(T x) { return T(external::sin(precise<T>(x))); }
template <class T> T ocl_cos(T x) { return T(external::cos(precise<T>(x))); }
}  // namespace sp
#endif

namespace sp {

template <class T, class P> T ocl_sincos(T x, P cosine) {
  *cosine = ocl_cos(x);
  return ocl_sin(x);
}
template <class T, class P> T ocl_remquo(T x, T y, P quotient) {
  i32 q;
  T r = T(external::remquo(precise<T>(x), precise<T>(y), &q));
  *quotient = q;
  return r;
}
template <class T, class P> T ocl_lgamma_r(T x, P sign) {
  i32 s = 1;
  T r = T(external::lgamma_r(precise<T>(x), &s));
  *sign = s;
  return r;
}

template <class T> T native_sin(T x) { return flushed::fast_sin(x); }
template <class T> T native_cos(T x) { return flushed::fast_cos(x); }
template <class T> T native_tan(T x) { return flushed::fast_divide(flushed::fast_sin(x), flushed::fast_cos(x)); }
template <class T> T native_exp2(T x) { return flushed::fast_exp2(x); }
template <class T> T native_exp(T x) { return flushed::fast_exp2(x * 1.4426950408889634f); }
template <class T> T native_exp10(T x) { return flushed::fast_exp2(x * 3.3219280948873623f); }
template <class T> T native_log2(T x) { return flushed::fast_log2(x); }
template <class T> T native_log(T x) { return flushed::fast_log2(x) * 0.6931471805599453f; }
template <class T> T native_log10(T x) { return flushed::fast_log2(x) * 0.3010299956639812f; }
template <class T> T native_powr(T x, T y) { return flushed::fast_exp2(y * flushed::fast_log2(x)); }
template <class T> T native_sqrt(T x) { return flushed::fast_sqrt(x); }
template <class T> T native_rsqrt(T x) { return flushed::fast_rsqrt(x); }
template <class T> T native_divide(T x, T y) { return flushed::fast_divide(x, y); }
template <class T> T native_recip(T x) { return flushed::fast_divide(1, x); }

}  // namespace sp
