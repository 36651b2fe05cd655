// Numbers that are `half` in memory.
#pragma once

#include "common.hpp"
#include "conversions.hpp"

namespace sp {

template <int Stride, class T, class P> T load_halves(u64 offset, P memory) {
  auto from = (decltype(pointer_like<f16>(memory)))memory + offset * Stride;
  if constexpr (lanes<T> == 1) {
    return T(from[0]);
  } else {
    T result;
    for (int i = 0; i < lanes<T>; i++) result[i] = element<T>(from[i]);
    return result;
  }
}
template <class T, class P> T vload_half(u64 offset, P memory) { return load_halves<lanes<T>, T>(offset, memory); }
template <class T, class P> T vloada_half(u64 offset, P memory) { return load_halves<4, T>(offset, memory); }

// SPIR-V's rounding modes.
enum : i32 { to_nearest_even, toward_zero, toward_positive, toward_negative };

template <class T> f16 to_half(T x, i32 mode) {
  switch (mode) {
  case toward_zero: return convert_f_rtz<T, f16>(x);
  case toward_positive: return convert_f_rtp<T, f16>(x);
  case toward_negative: return convert_f_rtn<T, f16>(x);
  default: return convert_f_rte<T, f16>(x);
  }
}
template <int Stride, class T, class P> void store_halves(T x, u64 offset, P memory, i32 mode) {
  auto to = (decltype(pointer_like<f16>(memory)))memory + offset * Stride;
  for (int i = 0; i < lanes<T>; i++) to[i] = to_half(at(x, i), mode);
}
template <class T, class P> void vstore_half(T x, u64 offset, P memory) {
  store_halves<lanes<T>>(x, offset, memory, to_nearest_even);
}
template <class T, class P> void vstorea_half(T x, u64 offset, P memory) {
  store_halves<4>(x, offset, memory, to_nearest_even);
}
template <class T, class P> void vstore_half_r(T x, u64 offset, P memory, i32 mode) {
  store_halves<lanes<T>>(x, offset, memory, mode);
}
template <class T, class P> void vstorea_half_r(T x, u64 offset, P memory, i32 mode) {
  store_halves<4>(x, offset, memory, mode);
}

}  // namespace sp
