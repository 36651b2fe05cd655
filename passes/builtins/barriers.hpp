// Barriers. Fences are written in IR (`passes/make_library/atomics.rs`): C++ has no scopes for NVPTX.
#pragma once

#include "ids.hpp"

namespace sp {

// The half of the semantics that goes before or after the rendezvous.
inline i32 half_of(i32 semantics, i32 half) {
  if ((semantics & semantics::Orders) == 0 || semantics & semantics::SequentiallyConsistent) return semantics;
  return (semantics & ~semantics::Orders) | half;
}

inline void control_barrier(i32 execution, i32 memory, i32 semantics) {
  // No target of ours can make the groups of a launch wait for each other. Where the scope is constant, `link-builtins`
  // says so before.
  if (execution < scope::Workgroup) __builtin_trap();
  // What the rendezvous itself orders needs no fence.
  bool fence = !target::barrier_orders_memory || memory < execution;
  if (fence) call::memory_barrier(memory, half_of(semantics, semantics::Release));
  if (execution == scope::Workgroup) {
    target::group_barrier();
  } else if (execution == scope::Subgroup) {
    target::subgroup_barrier();
  }
  if (fence) call::memory_barrier(memory, half_of(semantics, semantics::Acquire));
}

// The first half of a split barrier: items that pass the second, which is a whole one, see what this item wrote.
inline void control_barrier_arrive(i32, i32 memory, i32 semantics) {
  call::memory_barrier(memory, half_of(semantics, semantics::Release));
}

}  // namespace sp
