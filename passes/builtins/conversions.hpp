// Conversions. The compiler is told that those to integers saturate (`-fno-strict-float-cast-overflow`).
#pragma once

#include "math.hpp"

namespace sp {

// The neighbours of a finite number; an infinity's is the largest one.
template <class T> T next_up(T x) {
  if (magnitude(x) == 0) return from_bits<T>(1);
  bits_of<T> b = bits(x);
  return from_bits<T>(bits_of<T>(sign_bit_set(x) ? b - 1 : b + 1));
}
template <class T> T negated(T x) { return from_bits<T>(bits_of<T>(bits(x) ^ sign_bit<T>)); }
template <class T> T next_down(T x) { return negated(next_up(negated(x))); }

#if defined(SP_NVPTX)
// What is given is returned if the target rounds by itself. Not a number becomes 0.
#define SP_ROUNDED(direction, From, To, x) \
  if constexpr (target::converts<From, To>) { \
    To result = target::rounded_##direction(From(x), To(0)); \
    if constexpr (is_float<From> && !is_float<To>) return x == x ? result : To(0); \
    else return result; \
  } else
#else
#define SP_ROUNDED(direction, From, To, x)
#endif

template <class F, class T> T to_nearest_integer(F x) {
  SP_ROUNDED(to_nearest, F, T, x) return T(ocl_rint(x));
}
template <class F, class T> T truncated(F x) {
  SP_ROUNDED(to_zero, F, T, x) return T(x);
}
template <class F, class T> T ceiling(F x) {
  SP_ROUNDED(up, F, T, x) return T(ocl_ceil(x));
}
template <class F, class T> T floored(F x) {
  SP_ROUNDED(down, F, T, x) return T(ocl_floor(x));
}
template <class F, class T> T convert_f_to_s_rtz(F x) { return T(truncated<F, signed_of<T>>(x)); }
template <class F, class T> T convert_f_to_u_rtz(F x) { return truncated<F, T>(x); }
template <class F, class T> T convert_f_to_s_rte(F x) { return T(to_nearest_integer<F, signed_of<T>>(x)); }
template <class F, class T> T convert_f_to_u_rte(F x) { return to_nearest_integer<F, T>(x); }
template <class F, class T> T convert_f_to_s_rtp(F x) { return T(ceiling<F, signed_of<T>>(x)); }
template <class F, class T> T convert_f_to_u_rtp(F x) { return ceiling<F, T>(x); }
template <class F, class T> T convert_f_to_s_rtn(F x) { return T(floored<F, signed_of<T>>(x)); }
template <class F, class T> T convert_f_to_u_rtn(F x) { return floored<F, T>(x); }

// Whether `rounded`, converted from the integer `x`, is above `x` (below, for `below`).
template <class F, class I> bool above(F rounded, I x) {
  // Beyond the integers, or the integer itself: a number of this size has no fraction.
  constexpr F limit = F(u64(1) << (sizeof(I) * 8 - 2)) * (I(-1) < I(0) ? F(2) : F(4));
  return rounded >= limit || (rounded >= -limit && I(rounded) > x);
}
template <class F, class I> bool below(F rounded, I x) {
  constexpr F limit = F(u64(1) << (sizeof(I) * 8 - 2)) * (I(-1) < I(0) ? F(2) : F(4));
  return rounded < -limit || (rounded < limit && I(rounded) < x);
}
template <class F, class I> F round_up(I x) {
  SP_ROUNDED(up, I, F, x) {
    F rounded = F(x);
    return below(rounded, x) ? next_up(rounded) : rounded;
  }
}
template <class F, class I> F round_down(I x) {
  SP_ROUNDED(down, I, F, x) {
    F rounded = F(x);
    return above(rounded, x) ? next_down(rounded) : rounded;
  }
}
template <class F, class I> F round_to_zero(I x) {
  SP_ROUNDED(to_zero, I, F, x) return x < 0 ? round_up<F>(x) : round_down<F>(x);
}

template <class T, class F> F convert_s_to_f_rte(T x) { return F(as_signed(x)); }
template <class T, class F> F convert_u_to_f_rte(T x) { return F(x); }
template <class T, class F> F convert_s_to_f_rtp(T x) { return round_up<F>(as_signed(x)); }
template <class T, class F> F convert_u_to_f_rtp(T x) { return round_up<F>(x); }
template <class T, class F> F convert_s_to_f_rtn(T x) { return round_down<F>(as_signed(x)); }
template <class T, class F> F convert_u_to_f_rtn(T x) { return round_down<F>(x); }
template <class T, class F> F convert_s_to_f_rtz(T x) { return round_to_zero<F>(as_signed(x)); }
template <class T, class F> F convert_u_to_f_rtz(T x) { return round_down<F>(x); }

template <class F, class G> G convert_f_rte(F x) { return G(x); }
template <class F, class G> G convert_f_rtp(F x) {
  SP_ROUNDED(up, F, G, x) {
    G rounded = G(x);
    return f64(rounded) < f64(x) ? next_up(rounded) : rounded;
  }
}
template <class F, class G> G convert_f_rtn(F x) {
  SP_ROUNDED(down, F, G, x) {
    G rounded = G(x);
    return f64(rounded) > f64(x) ? next_down(rounded) : rounded;
  }
}
template <class F, class G> G convert_f_rtz(F x) {
  SP_ROUNDED(to_zero, F, G, x) return sign_bit_set(x) ? convert_f_rtp<F, G>(x) : convert_f_rtn<F, G>(x);
}
#undef SP_ROUNDED

template <class T, class U> U convert_s(T x) { return U(as_signed(x)); }
template <class T, class U> U convert_u(T x) { return U(x); }
template <class T, class U> U convert_s_sat(T x) {
  i64 value = as_signed(x), low = as_signed(smallest<U>), high = as_signed(largest<U>);
  return U(value < low ? low : value > high ? high : value);
}
template <class T, class U> U convert_u_sat(T x) {
  u64 value = x, high = U(~U(0));
  return U(value > high ? high : value);
}
template <class T, class U> U convert_s_to_u_sat(T x) {
  return as_signed(x) < 0 ? U(0) : convert_u_sat<T, U>(x);
}
template <class T, class U> U convert_u_to_s_sat(T x) {
  u64 value = x, high = largest<U>;
  return U(value > high ? high : value);
}

// `bfloat16` in integers; an integer of 32 bits has two.
template <class T, class F> T on_bfloats(F f) {
  if constexpr (sizeof(T) == 2) return f(0);
  else return T(f(0) | u32(f(16)) << 16);
}
template <class T> f32 bfloat_at(T x, int shift) { return convert_bf16_to_f(u16(x >> shift)); }
template <class T> T bfloat_fabs(T x) { return x & T(0x7fff7fff); }
template <class T> T bfloat_fmin(T a, T b) {
  return on_bfloats<T>([&](int i) { return convert_f_to_bf16(ocl_fmin(bfloat_at(a, i), bfloat_at(b, i))); });
}
template <class T> T bfloat_fmax(T a, T b) {
  return on_bfloats<T>([&](int i) { return convert_f_to_bf16(ocl_fmax(bfloat_at(a, i), bfloat_at(b, i))); });
}
template <class T> T bfloat_fma(T a, T b, T c) {
  return on_bfloats<T>([&](int i) {
    return convert_f_to_bf16(ocl_fma(bfloat_at(a, i), bfloat_at(b, i), bfloat_at(c, i)));
  });
}

}  // namespace sp
