// Group algorithms and sub-group functions, over what the target makes of scans and exchanges.
#pragma once

#if defined(SP_HOST)
#include "scans_host.hpp"
#else
#include "scans_gpu.hpp"
#endif

namespace sp {

template <class Op, class T> T algorithm(i32 scope, i32 operation, T x) {
  switch (operation) {
  case group_operation::InclusiveScan: return scan<Op>(scope, true, x);
  case group_operation::ExclusiveScan: return scan<Op>(scope, false, x);
  default: return reduce<Op>(scope, x);
  }
}

template <class T> T group_iadd(i32 s, i32 o, T x) { return algorithm<operators::add>(s, o, x); }
template <class T> T group_fadd(i32 s, i32 o, T x) { return algorithm<operators::add>(s, o, x); }
template <class T> T group_imul(i32 s, i32 o, T x) { return algorithm<operators::multiply>(s, o, x); }
template <class T> T group_fmul(i32 s, i32 o, T x) { return algorithm<operators::multiply>(s, o, x); }
template <class T> T group_smin(i32 s, i32 o, T x) { return algorithm<operators::smin>(s, o, x); }
template <class T> T group_smax(i32 s, i32 o, T x) { return algorithm<operators::smax>(s, o, x); }
template <class T> T group_umin(i32 s, i32 o, T x) { return algorithm<operators::umin>(s, o, x); }
template <class T> T group_umax(i32 s, i32 o, T x) { return algorithm<operators::umax>(s, o, x); }
template <class T> T group_fmin(i32 s, i32 o, T x) { return algorithm<operators::fmin>(s, o, x); }
template <class T> T group_fmax(i32 s, i32 o, T x) { return algorithm<operators::fmax>(s, o, x); }
template <class T> T group_and(i32 s, i32 o, T x) { return algorithm<operators::bit_and>(s, o, x); }
template <class T> T group_or(i32 s, i32 o, T x) { return algorithm<operators::bit_or>(s, o, x); }
template <class T> T group_xor(i32 s, i32 o, T x) { return algorithm<operators::bit_xor>(s, o, x); }

// Truth values as numbers: `and` of 0 and 1 keeps to them, whatever it starts from.
inline bool group_logical_and(i32 s, i32 o, bool x) { return group_and<u32>(s, o, x) & 1; }
inline bool group_logical_or(i32 s, i32 o, bool x) { return group_or<u32>(s, o, x); }
inline bool group_logical_xor(i32 s, i32 o, bool x) { return group_xor<u32>(s, o, x); }
inline bool group_all(i32 s, bool x) {
  if (s == scope::Subgroup) return ballot_of(all_lanes(subgroup_size()), !x) == 0;
  return group_logical_and(s, group_operation::Reduce, x);
}
inline bool group_any(i32 s, bool x) {
  if (s == scope::Subgroup) return ballot_of(all_lanes(subgroup_size()), x) != 0;
  return group_logical_or(s, group_operation::Reduce, x);
}

template <class T> T group_broadcast_i64(i32 scope, T x, u64 from) {
  return scope == scope::Subgroup ? from_lane(x, within(u32(from))) : broadcast_group(x, from);
}
template <class T> T group_broadcast_i32(i32 scope, T x, u32 from) { return group_broadcast_i64(scope, x, from); }
template <class T> T group_broadcast_2(i32 scope, T x, vec<u64, 2> from) {
  return group_broadcast_i64(scope, x, from.x + workgroup_size(0) * from.y);
}
template <class T> T group_broadcast_3(i32 scope, T x, vec<u64, 3> from) {
  return group_broadcast_i64(scope, x, from.x + workgroup_size(0) * (from.y + workgroup_size(1) * from.z));
}

// Consecutive elements of memory, each lane's apart by the size of the sub-group.
template <class T, class P> T subgroup_block_read(P p) {
  using element = element<T>;
  auto from = (decltype(pointer_like<element>(p)))p;
  if constexpr (lanes<T> == 1) {
    return from[target::lane()];
  } else {
    T result;
    for (u32 i = 0; i < lanes<T>; i++) result[i] = from[i * subgroup_size() + target::lane()];
    return result;
  }
}
template <class T, class P> void subgroup_block_write(P p, T x) {
  using element = element<T>;
  auto to = (decltype(pointer_like<element>(p)))p;
  if constexpr (lanes<T> == 1) {
    to[target::lane()] = x;
  } else {
    for (u32 i = 0; i < lanes<T>; i++) to[i * subgroup_size() + target::lane()] = x[i];
  }
}

}  // namespace sp
