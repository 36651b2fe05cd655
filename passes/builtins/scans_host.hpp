// Reductions, scans, broadcasts and ballots on the host: every item leaves its value, and the first one goes through
// them.
#pragma once

#include "exchange.hpp"

namespace sp {

template <class T> struct scanned { T inclusive, exclusive, total; };

// The scan of the items from the number `first` on.
template <class Op, class T, class Barrier> scanned<T> scan_items(T x, u32 first, u32 count, Barrier barrier) {
  u64 *values = target::scratch() + first;
  u32 own = item() - first;
  values[own] = bits(x);
  barrier();
  if (own == 0) {
    T sum = Op::template identity<T>();
    for (u32 i = 0; i < count; i++) {
      sum = Op::apply(sum, from_bits<T>(bits_of<T>(values[i])));
      values[i] = bits(sum);
    }
  }
  barrier();
  auto at = [&](u32 i) { return from_bits<T>(bits_of<T>(values[i])); };
  scanned<T> result{at(own), own > 0 ? at(own - 1) : Op::template identity<T>(), at(count - 1)};
  barrier();
  return result;
}

template <class Op, class T> scanned<T> scan_subgroup(T x) {
  return scan_items<Op>(x, item() - target::lane(), subgroup_size(), [] { target::subgroup_barrier(); });
}

template <class Op, class T> scanned<T> scan_all(i32 scope, T x) {
  if (scope == scope::Subgroup) return scan_subgroup<Op>(x);
  return scan_items<Op>(x, 0, items(), [] { target::group_barrier(); });
}
template <class Op, class T> T reduce(i32 scope, T x) { return scan_all<Op>(scope, x).total; }
template <class Op, class T> T scan(i32 scope, bool inclusively, T x) {
  scanned<T> result = scan_all<Op>(scope, x);
  return inclusively ? result.inclusive : result.exclusive;
}

// The value of the item with this number in its group.
template <class T> T broadcast_group(T x, u64 from) {
  u64 *value = target::scratch();
  if (local_invocation_index() == from) *value = bits(x);
  target::group_barrier();
  T got = from_bits<T>(bits_of<T>(*value));
  target::group_barrier();
  return got;
}

// The value of any item of the group.
template <class T> T from_item(T x, u32 index) {
  target::scratch()[item()] = bits(x);
  target::group_barrier();
  T got = index < items() ? from_bits<T>(bits_of<T>(target::scratch()[index])) : x;
  target::group_barrier();
  return got;
}

inline u64 ballot_of(u64, bool predicate) {
  return scan_subgroup<operators::bit_or>(u64(predicate) << target::lane()).total;
}
// Items of a sub-group meet at barriers, so all of them take part.
inline u64 active_lanes() { return all_lanes(subgroup_size()); }

}  // namespace sp
