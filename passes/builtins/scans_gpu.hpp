// Reductions, scans, broadcasts and ballots on GPUs: shuffles within a sub-group, local memory between them.
#pragma once

#include "exchange.hpp"

namespace sp {

// A value of each sub-group: 32 of them, since a group has at most 1024 items and a sub-group at least 32. It is free
// whenever a group function is entered: each ends with a barrier after its last access.
[[clang::loader_uninitialized]] static __attribute__((address_space(3))) u64 scratch[32];

// True where each sub-group of the group is whole, so that lanes need not ask if another one is there. It is the same
// for all items.
inline bool subgroups_are_whole() { return items() % subgroup_max_size() == 0; }

// The result of all lanes of a whole sub-group, in each of them.
template <class Op, class T> T reduce_whole_subgroup(T x) {
#pragma unroll
  for (u32 distance = subgroup_max_size() / 2; distance > 0; distance /= 2)
    x = Op::apply(x, from_lane_xor(x, distance));
  return x;
}
template <class Op, class T> T reduce_subgroup(T x) {
  if (subgroups_are_whole()) return reduce_whole_subgroup<Op>(x);
  u32 lane = target::lane(), size = subgroup_size();
#pragma nounroll
  for (u32 distance = subgroup_max_size() / 2; distance > 0; distance /= 2) {
    T other = from_lane_above(x, distance);
    if (lane + distance < size) x = Op::apply(x, other);
  }
  return from_lane(x, 0);
}

// A sub-group has at least as many lanes as a group has sub-groups, so one more reduction takes all their totals.
template <class Op, class T> T reduce_group(T x) {
  T own = reduce_subgroup<Op>(x), total = Op::template identity<T>();
  auto totals = (pointer<3, T>)scratch;
  u32 lane = target::lane();
  if (lane == 0) totals[subgroup_id()] = own;
  control_barrier(scope::Workgroup, scope::Workgroup, semantics::AcquireRelease | semantics::WorkgroupMemory);
  if (subgroups_are_whole()) {
    if (lane < num_subgroups()) total = totals[lane];
    total = reduce_whole_subgroup<Op>(total);
  } else {
#pragma nounroll
    for (u32 i = 0; i < num_subgroups(); i++) total = Op::apply(total, T(totals[i]));
  }
  control_barrier(scope::Workgroup, scope::Workgroup, semantics::AcquireRelease | semantics::WorkgroupMemory);
  return total;
}

template <class Op, class T> T reduce(i32 scope, T x) {
  return scope == scope::Subgroup ? reduce_subgroup<Op>(x) : reduce_group<Op>(x);
}

// Lanes ask only lanes below them, which are there.
template <class Op, class T> T inclusive_scan_subgroup(T x) {
  u32 lane = target::lane();
#pragma unroll
  for (u32 distance = 1; distance < subgroup_max_size(); distance *= 2) {
    T other = from_lane_below(x, distance);
    if (lane >= distance) x = Op::apply(other, x);
  }
  return x;
}
// The result of the lanes below, from an inclusive scan.
template <class Op, class T> T exclusive(T inclusive) {
  T before = from_lane_below(inclusive, 1);
  return target::lane() > 0 ? before : Op::template identity<T>();
}

template <class Op, class T> T scan(i32 scope, bool inclusively, T x) {
  T scanned = inclusive_scan_subgroup<Op>(x);
  if (scope == scope::Subgroup) return inclusively ? scanned : exclusive<Op>(scanned);
  auto totals = (pointer<3, T>)scratch;
  if (target::lane() == subgroup_size() - 1) totals[subgroup_id()] = scanned;
  control_barrier(scope::Workgroup, scope::Workgroup, semantics::AcquireRelease | semantics::WorkgroupMemory);
  T before = Op::template identity<T>();
#pragma nounroll
  for (u32 i = 0; i < subgroup_id(); i++) before = Op::apply(before, T(totals[i]));
  control_barrier(scope::Workgroup, scope::Workgroup, semantics::AcquireRelease | semantics::WorkgroupMemory);
  return Op::apply(before, inclusively ? scanned : exclusive<Op>(scanned));
}

// The value of the item with this number in its group.
template <class T> T broadcast_group(T x, u64 from) {
  auto value = (pointer<3, T>)scratch;
  if (local_invocation_index() == from) *value = x;
  control_barrier(scope::Workgroup, scope::Workgroup, semantics::AcquireRelease | semantics::WorkgroupMemory);
  T got = *value;
  control_barrier(scope::Workgroup, scope::Workgroup, semantics::AcquireRelease | semantics::WorkgroupMemory);
  return got;
}

// The value of any item of the group: as many items at a time as there is memory for.
template <class T> T from_item(T x, u32 index) {
  auto values = (pointer<3, T>)scratch;
  T got = x;
  for (u32 first = 0; first < items(); first += 32) {
    if (item() - first < 32) values[item() - first] = x;
    control_barrier(scope::Workgroup, scope::Workgroup, semantics::AcquireRelease | semantics::WorkgroupMemory);
    if (index - first < 32) got = values[index - first];
    control_barrier(scope::Workgroup, scope::Workgroup, semantics::AcquireRelease | semantics::WorkgroupMemory);
  }
  return got;
}

inline u64 ballot_of(u64 active, bool predicate) { return target::ballot(active, predicate); }
inline u64 active_lanes() { return target::active(); }

}  // namespace sp
