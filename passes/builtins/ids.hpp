// Numbers and sizes of work-items, work-groups and sub-groups.
#pragma once

#include "target.hpp"

namespace sp {

[[gnu::always_inline]] inline u64 local_invocation_id(i32 d) { return target::local_id(d); }
[[gnu::always_inline]] inline u64 workgroup_id(i32 d) { return target::group_id(d); }
[[gnu::always_inline]] inline u64 workgroup_size(i32 d) { return target::group_size(d); }
inline u64 num_workgroups(i32 d) { return target::num_groups(d); }
[[gnu::always_inline]] inline u64 global_offset(i32 d) { return target::global_offset(d); }
inline u64 global_size(i32 d) { return num_workgroups(d) * workgroup_size(d); }
[[gnu::always_inline]] inline u64 global_invocation_id(i32 d) {
  return workgroup_id(d) * workgroup_size(d) + local_invocation_id(d) + global_offset(d);
}

inline u64 local_invocation_index() {
  return local_invocation_id(0) +
         workgroup_size(0) * (local_invocation_id(1) + workgroup_size(1) * local_invocation_id(2));
}
// Without the offset, as OpenCL's.
inline u64 global_linear_id() {
  auto id = [](i32 d) { return workgroup_id(d) * workgroup_size(d) + local_invocation_id(d); };
  return id(0) + global_size(0) * (id(1) + global_size(1) * id(2));
}

// The items of a group, and the number of this one. Groups have at most 2^32 items.
inline u32 items() { return u32(workgroup_size(0) * workgroup_size(1) * workgroup_size(2)); }
inline u32 item() { return u32(local_invocation_index()); }

inline u32 subgroup_max_size() { return target::subgroup_size(); }
inline u32 num_subgroups() { return (items() + subgroup_max_size() - 1) / subgroup_max_size(); }
inline u32 subgroup_id() { return item() / subgroup_max_size(); }
inline u32 subgroup_local_invocation_id() { return target::lane(); }
// The last one of a group may be smaller.
inline u32 subgroup_size() {
  u32 left = items() - subgroup_id() * subgroup_max_size();
  return left < subgroup_max_size() ? left : subgroup_max_size();
}

}  // namespace sp
