// Functions of the lanes that are there when they are called: sub-groups in diverged control flow, clusters.
#pragma once

#include "groups.hpp"

namespace sp {

inline u64 bit(u32 lane) { return u64(1) << lane; }

// Over the active lanes of aligned clusters; lane by lane, in order.
template <class Op, class T> T over_active(i32 operation, T x, u32 cluster) {
  u64 active = active_lanes();
  u32 lane = target::lane(), first = lane & ~(cluster - 1);
  T result = Op::template identity<T>();
  for (u32 i = 0; i < cluster; i++) {
    u32 from = first + i;
    bool there = active >> from & 1;
    T other = from_lane(active, x, there ? from : lane);
    bool counts = operation == group_operation::InclusiveScan   ? from <= lane
                  : operation == group_operation::ExclusiveScan ? from < lane
                                                                : true;
    if (there && counts) result = Op::apply(result, other);
  }
  return result;
}

template <class Op, class T> T non_uniform(i32 operation, T x) {
  // A sub-group that is whole goes the fast way.
  if (active_lanes() == all_lanes(subgroup_size())) return algorithm<Op>(scope::Subgroup, operation, x);
  return over_active<Op>(operation, x, subgroup_max_size());
}
template <class Op, class T> T clustered(i32 operation, T x, i32 cluster) {
  return over_active<Op>(operation, x, u32(cluster) < subgroup_max_size() ? cluster : subgroup_max_size());
}

template <class T> T non_uniform_iadd(i32, i32 o, T x) { return non_uniform<operators::add>(o, x); }
template <class T> T non_uniform_fadd(i32, i32 o, T x) { return non_uniform<operators::add>(o, x); }
template <class T> T non_uniform_imul(i32, i32 o, T x) { return non_uniform<operators::multiply>(o, x); }
template <class T> T non_uniform_fmul(i32, i32 o, T x) { return non_uniform<operators::multiply>(o, x); }
template <class T> T non_uniform_smin(i32, i32 o, T x) { return non_uniform<operators::smin>(o, x); }
template <class T> T non_uniform_smax(i32, i32 o, T x) { return non_uniform<operators::smax>(o, x); }
template <class T> T non_uniform_umin(i32, i32 o, T x) { return non_uniform<operators::umin>(o, x); }
template <class T> T non_uniform_umax(i32, i32 o, T x) { return non_uniform<operators::umax>(o, x); }
template <class T> T non_uniform_fmin(i32, i32 o, T x) { return non_uniform<operators::fmin>(o, x); }
template <class T> T non_uniform_fmax(i32, i32 o, T x) { return non_uniform<operators::fmax>(o, x); }
template <class T> T non_uniform_and(i32, i32 o, T x) { return non_uniform<operators::bit_and>(o, x); }
template <class T> T non_uniform_or(i32, i32 o, T x) { return non_uniform<operators::bit_or>(o, x); }
template <class T> T non_uniform_xor(i32, i32 o, T x) { return non_uniform<operators::bit_xor>(o, x); }

template <class T> T clustered_iadd(i32, i32 o, T x, i32 n) { return clustered<operators::add>(o, x, n); }
template <class T> T clustered_fadd(i32, i32 o, T x, i32 n) { return clustered<operators::add>(o, x, n); }
template <class T> T clustered_imul(i32, i32 o, T x, i32 n) { return clustered<operators::multiply>(o, x, n); }
template <class T> T clustered_fmul(i32, i32 o, T x, i32 n) { return clustered<operators::multiply>(o, x, n); }
template <class T> T clustered_smin(i32, i32 o, T x, i32 n) { return clustered<operators::smin>(o, x, n); }
template <class T> T clustered_smax(i32, i32 o, T x, i32 n) { return clustered<operators::smax>(o, x, n); }
template <class T> T clustered_umin(i32, i32 o, T x, i32 n) { return clustered<operators::umin>(o, x, n); }
template <class T> T clustered_umax(i32, i32 o, T x, i32 n) { return clustered<operators::umax>(o, x, n); }
template <class T> T clustered_fmin(i32, i32 o, T x, i32 n) { return clustered<operators::fmin>(o, x, n); }
template <class T> T clustered_fmax(i32, i32 o, T x, i32 n) { return clustered<operators::fmax>(o, x, n); }
template <class T> T clustered_and(i32, i32 o, T x, i32 n) { return clustered<operators::bit_and>(o, x, n); }
template <class T> T clustered_or(i32, i32 o, T x, i32 n) { return clustered<operators::bit_or>(o, x, n); }
template <class T> T clustered_xor(i32, i32 o, T x, i32 n) { return clustered<operators::bit_xor>(o, x, n); }

inline bool non_uniform_logical_and(i32, i32 o, bool x) { return non_uniform<operators::bit_and, u32>(o, x) & 1; }
inline bool non_uniform_logical_or(i32, i32 o, bool x) { return non_uniform<operators::bit_or, u32>(o, x); }
inline bool non_uniform_logical_xor(i32, i32 o, bool x) { return non_uniform<operators::bit_xor, u32>(o, x); }

inline bool non_uniform_all(i32, bool x) { return ballot_of(active_lanes(), !x) == 0; }
inline bool non_uniform_any(i32, bool x) { return ballot_of(active_lanes(), x) != 0; }
inline u32 first_active() { return __builtin_ctzll(active_lanes()); }
inline bool non_uniform_elect(i32) { return target::lane() == first_active(); }
template <class T> T non_uniform_broadcast(i32, T x, i32 lane) { return from_lane(active_lanes(), x, within(lane)); }
template <class T> T non_uniform_broadcast_first(i32, T x) { return from_lane(active_lanes(), x, first_active()); }
template <class T> bool non_uniform_all_equal(i32 s, T x) { return non_uniform_all(s, x == non_uniform_broadcast_first(s, x)); }

// Sets of lanes: the first 64 bits of 128.
using ballot_type = vec<u32, 4>;
inline ballot_type ballot_type_of(u64 lanes) { return {u32(lanes), u32(lanes >> 32), 0, 0}; }
inline u64 lanes_of(ballot_type set) { return u64(set.y) << 32 | set.x; }
inline u64 there(ballot_type set) { return lanes_of(set) & all_lanes(subgroup_max_size()); }

inline ballot_type ballot(i32, bool predicate) { return ballot_type_of(ballot_of(active_lanes(), predicate)); }
inline bool inverse_ballot(i32, ballot_type set) { return lanes_of(set) >> target::lane() & 1; }
inline bool ballot_bit_extract(i32, ballot_type set, i32 lane) { return lanes_of(set) >> (lane & 63) & 1; }
inline u32 ballot_bit_count(i32, i32 operation, ballot_type set) {
  u64 below = bit(target::lane()) - 1;
  u64 counted = operation == group_operation::InclusiveScan   ? (below << 1 | 1)
                : operation == group_operation::ExclusiveScan ? below
                                                              : ~u64(0);
  return __builtin_popcountll(there(set) & counted);
}
inline u32 ballot_find_lsb(i32, ballot_type set) { return there(set) ? __builtin_ctzll(there(set)) : ~0u; }
inline u32 ballot_find_msb(i32, ballot_type set) { return there(set) ? 63 - __builtin_clzll(there(set)) : ~0u; }

inline ballot_type subgroup_eq_mask() { return ballot_type_of(bit(target::lane())); }
inline ballot_type subgroup_lt_mask() { return ballot_type_of(bit(target::lane()) - 1); }
inline ballot_type subgroup_le_mask() { return ballot_type_of(bit(target::lane()) * 2 - 1); }
inline ballot_type subgroup_ge_mask() {
  return ballot_type_of(all_lanes(subgroup_max_size()) & ~(bit(target::lane()) - 1));
}
inline ballot_type subgroup_gt_mask() {
  return ballot_type_of(all_lanes(subgroup_max_size()) & ~(bit(target::lane()) * 2 - 1));
}

}  // namespace sp
