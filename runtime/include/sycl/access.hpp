// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerations of memory: access modes, targets, address spaces (section 4.7.6), orders and scopes of atomic operations
// (section 4.15.1), kinds of USM (section 4.8.2).
#pragma once
#include <sycl/detail/config.hpp>

namespace sycl { inline namespace _V1 {
enum class memory_order : int { relaxed, acquire, __consume_unsupported, release, acq_rel, seq_cst };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;
enum class memory_scope : int { work_item, sub_group, work_group, device, system };
inline constexpr memory_scope memory_scope_work_item = memory_scope::work_item;
inline constexpr memory_scope memory_scope_sub_group = memory_scope::sub_group;
inline constexpr memory_scope memory_scope_work_group = memory_scope::work_group;
inline constexpr memory_scope memory_scope_device = memory_scope::device;
inline constexpr memory_scope memory_scope_system = memory_scope::system;

namespace access {
enum class mode : int { read = 1024, write, read_write, discard_write, discard_read_write, atomic };
enum class target : int {
  global_buffer = 2014, device = global_buffer, constant_buffer, local, image, host_buffer, host_image, image_array,
  host_task
};
enum class address_space : int {
  private_space, global_space, constant_space, local_space, ext_intel_global_device_space, ext_intel_global_host_space,
  generic_space
};
enum class decorated : int { no, yes, legacy };
enum class fence_space : char { local_space, global_space, global_and_local };
enum class placeholder : int { false_t, true_t };
}
using access_mode = access::mode;
using target = access::target;

namespace usm { enum class alloc : char { host, device, shared, unknown }; }

namespace detail {
// Scopes and memory semantics of SPIR-V (sections 3.27 and 3.25 of its specification).
constexpr int spirv(memory_scope scope) { return 4 - static_cast<int>(scope); }
constexpr int spirv(memory_order order) {
  // With sub-group, work-group and cross-work-group memory.
  switch (order) {
  case memory_order::relaxed: return 0x380;
  case memory_order::acquire: return 0x382;
  case memory_order::release: return 0x384;
  case memory_order::acq_rel: return 0x388;
  default: return 0x390;
  }
}
}
}}
