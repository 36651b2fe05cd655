// Functions of integers. Arithmetic of 8 and 16 bits is done in 32, that of 64 in 128 where it must not wrap.
#pragma once

#include "types.hpp"

namespace sp {

template <int Bytes> struct twice;
template <> struct twice<1> { using u = u16; using s = i16; };
template <> struct twice<2> { using u = u32; using s = i32; };
template <> struct twice<4> { using u = u64; using s = i64; };
template <> struct twice<8> { using u = unsigned __int128; using s = __int128; };
// Numbers of twice the size.
template <class T> using wide = typename twice<sizeof(T)>::u;
template <class T> using signed_wide = typename twice<sizeof(T)>::s;
template <class T> signed_wide<T> widen_signed(T x) { return as_signed(x); }
template <class T> wide<T> widen(T x) { return x; }

// The nearest number of the type.
template <class T> T saturate_signed(signed_wide<T> x) {
  if (x > signed_wide<T>(as_signed(largest<T>))) return largest<T>;
  if (x < signed_wide<T>(as_signed(smallest<T>))) return smallest<T>;
  return T(x);
}

template <class T> T s_min(T a, T b) { return as_signed(b) < as_signed(a) ? b : a; }
template <class T> T s_max(T a, T b) { return as_signed(a) < as_signed(b) ? b : a; }
template <class T> T u_min(T a, T b) { return b < a ? b : a; }
template <class T> T u_max(T a, T b) { return a < b ? b : a; }
template <class T> T s_clamp(T x, T low, T high) { return s_min(s_max(x, low), high); }
template <class T> T u_clamp(T x, T low, T high) { return u_min(u_max(x, low), high); }

template <class T> T s_abs(T x) { return as_signed(x) < 0 ? T(0 - x) : x; }
template <class T> T u_abs(T x) { return x; }
template <class T> T s_abs_diff(T a, T b) { return as_signed(a) < as_signed(b) ? T(b - a) : T(a - b); }
template <class T> T u_abs_diff(T a, T b) { return a < b ? T(b - a) : T(a - b); }

template <class T> T s_add_sat(T a, T b) { return T(__builtin_elementwise_add_sat(as_signed(a), as_signed(b))); }
template <class T> T u_add_sat(T a, T b) { return __builtin_elementwise_add_sat(a, b); }
template <class T> T s_sub_sat(T a, T b) { return T(__builtin_elementwise_sub_sat(as_signed(a), as_signed(b))); }
template <class T> T u_sub_sat(T a, T b) { return __builtin_elementwise_sub_sat(a, b); }

template <class T> T s_hadd(T a, T b) { return T((as_signed(a) >> 1) + (as_signed(b) >> 1) + (a & b & 1)); }
template <class T> T u_hadd(T a, T b) { return T((a >> 1) + (b >> 1) + (a & b & 1)); }
template <class T> T s_rhadd(T a, T b) { return T((as_signed(a) >> 1) + (as_signed(b) >> 1) + ((a | b) & 1)); }
template <class T> T u_rhadd(T a, T b) { return T((a >> 1) + (b >> 1) + ((a | b) & 1)); }

template <class T> T s_mul_hi(T a, T b) { return T((widen_signed(a) * widen_signed(b)) >> (sizeof(T) * 8)); }
template <class T> T u_mul_hi(T a, T b) { return T((widen(a) * widen(b)) >> (sizeof(T) * 8)); }
template <class T> T s_mad_hi(T a, T b, T c) { return T(s_mul_hi(a, b) + c); }
template <class T> T u_mad_hi(T a, T b, T c) { return T(u_mul_hi(a, b) + c); }
template <class T> T s_mad_sat(T a, T b, T c) {
  return saturate_signed<T>(widen_signed(a) * widen_signed(b) + widen_signed(c));
}
template <class T> T u_mad_sat(T a, T b, T c) {
  wide<T> x = widen(a) * widen(b) + widen(c);
  return x > widen(T(~T(0))) ? T(~T(0)) : T(x);
}

template <class T> T clz(T x) { return __builtin_elementwise_clzg(x, T(sizeof(T) * 8)); }
template <class T> T ctz(T x) { return __builtin_elementwise_ctzg(x, T(sizeof(T) * 8)); }
template <class T> T popcount(T x) { return __builtin_elementwise_popcount(x); }
template <class T> T bit_reverse(T x) { return __builtin_elementwise_bitreverse(x); }
template <class T> T rotate(T x, T by) {
  constexpr T mask = sizeof(T) * 8 - 1;
  return T(x << (by & mask) | x >> ((T(0) - by) & mask));
}

// The low 24 bits.
inline i32 signed_24(u32 x) { return i32(x << 8) >> 8; }
inline u32 unsigned_24(u32 x) { return x & 0xffffff; }
template <class T> T s_mul24(T a, T b) { return T(signed_24(a)) * T(signed_24(b)); }
template <class T> T u_mul24(T a, T b) { return unsigned_24(a) * unsigned_24(b); }
template <class T> T s_mad24(T a, T b, T c) { return s_mul24(a, b) + c; }
template <class T> T u_mad24(T a, T b, T c) { return u_mul24(a, b) + c; }

inline u16 upsample_i16(u8 high, u8 low) { return u16(high << 8 | low); }
inline u32 upsample_i32(u16 high, u16 low) { return u32(high) << 16 | low; }
inline u64 upsample_i64(u32 high, u32 low) { return u64(high) << 32 | low; }

}  // namespace sp
