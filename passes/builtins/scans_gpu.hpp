// Reductions, scans, broadcasts and ballots on GPUs: shuffles within a sub-group, local memory between them.
#pragma once

#include "exchange.hpp"

namespace sp {

// A value of each sub-group: 32 of them, since a group has at most 1024 items and a sub-group at least 32. It is free
// whenever a group function is entered: each ends with a barrier after its last access.
[[clang::loader_uninitialized]] static __attribute__((address_space(3))) u64 scratch[32];

template <class T> struct scanned { T inclusive, exclusive, total; };

template <class Op, class T> scanned<T> scan_subgroup(T x) {
  u32 lane = target::lane(), size = subgroup_size();
  T inclusive = x;
  for (u32 distance = 1; distance < size; distance *= 2) {
    T other = from_lane(inclusive, lane >= distance ? lane - distance : lane);
    if (lane >= distance) inclusive = Op::apply(other, inclusive);
  }
  T before = from_lane(inclusive, lane > 0 ? lane - 1 : 0);
  return {inclusive, lane > 0 ? before : Op::template identity<T>(), from_lane(inclusive, size - 1)};
}

template <class Op, class T> scanned<T> scan_group(T x) {
  scanned<T> own = scan_subgroup<Op>(x);
  auto totals = (pointer<3, T>)scratch;
  if (target::lane() == 0) totals[subgroup_id()] = own.total;
  control_barrier(scope::Workgroup, scope::Workgroup, semantics::AcquireRelease | semantics::WorkgroupMemory);
  T before = Op::template identity<T>(), total = before;
  for (u32 i = 0; i < num_subgroups(); i++) {
    if (i == subgroup_id()) before = total;
    total = Op::apply(total, T(totals[i]));
  }
  control_barrier(scope::Workgroup, scope::Workgroup, semantics::AcquireRelease | semantics::WorkgroupMemory);
  return {Op::apply(before, own.inclusive), Op::apply(before, own.exclusive), total};
}

template <class Op, class T> scanned<T> scan(i32 scope, T x) {
  return scope == scope::Subgroup ? scan_subgroup<Op>(x) : scan_group<Op>(x);
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
