// Functions of AMDGPU that the library needs, with code objects of version 5 and later.
#pragma once

#include "types.hpp"

// Emulated or removed by the pass `global-offset`.
sp::u64 __spirv_BuiltInGlobalOffset(int);
extern "C" {
// Local memory of the size that a launch asks for. Runtimes guarantee the alignment (docs/gpu.md).
extern __attribute__((address_space(3), aligned(128))) sp::u8 __sp_dynamic_local_memory[];
}

namespace sp::target {

inline constexpr u32 largest_subgroup = 64;

// Offsets of the hidden arguments of a kernel.
namespace hidden {
enum : int { block_count = 0, group_size = 12 };
}
template <class T> T hidden_argument(int offset, i32 dimension) {
  using constant = const __attribute__((address_space(4))) T *;
  auto arguments = (const __attribute__((address_space(4))) char *)__builtin_amdgcn_implicitarg_ptr();
  return ((constant)(arguments + offset))[dimension];
}

inline u32 select(i32 dimension, u32 x, u32 y, u32 z) { return dimension == 0 ? x : dimension == 1 ? y : z; }
inline u32 local_id(i32 d) {
  return select(d, __builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(), __builtin_amdgcn_workitem_id_z());
}
inline u32 group_id(i32 d) {
  return select(d, __builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
                __builtin_amdgcn_workgroup_id_z());
}
// All groups of a SYCL launch have one size, so the remainder is not looked at.
inline u32 group_size(i32 d) { return hidden_argument<u16>(hidden::group_size, d); }
inline u32 num_groups(i32 d) { return hidden_argument<u32>(hidden::block_count, d); }
inline u64 global_offset(i32 d) { return __spirv_BuiltInGlobalOffset(d); }

inline u32 subgroup_size() { return __builtin_amdgcn_wavefrontsize(); }
inline u32 lane() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)); }
inline void group_barrier() { __builtin_amdgcn_s_barrier(); }
inline void subgroup_barrier() { __builtin_amdgcn_wave_barrier(); }
inline constexpr bool barrier_orders_memory = false;

inline u32 shuffle(u64, u32 v, u32 lane) { return __builtin_amdgcn_ds_bpermute(lane << 2, v); }
inline u32 shuffle_active(u64, u32 v, u32 lane) { return __builtin_amdgcn_ds_bpermute(lane << 2, v); }
// Lanes beyond the sub-group are counted from its begin.
inline u32 other_lane(u32 lane) { return lane & (subgroup_size() - 1); }
inline u32 shuffle_xor(u32 v, u32 mask) { return shuffle(0, v, other_lane(lane() ^ mask)); }
inline u32 shuffle_up(u32 v, u32 by) { return shuffle(0, v, other_lane(lane() - by)); }
inline u32 shuffle_down(u32 v, u32 by) { return shuffle(0, v, other_lane(lane() + by)); }
inline u64 active() { return __builtin_amdgcn_ballot_w64(true); }
inline u64 ballot(u64, bool predicate) { return __builtin_amdgcn_ballot_w64(predicate); }

template <class T> bool is_shared(T *p) { return __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void *)p); }
template <class T> bool is_private(T *p) { return __builtin_amdgcn_is_private((const __attribute__((address_space(0))) void *)p); }
template <class T> pointer<1, T> to_global(T *p) {
  return is_shared(p) || is_private(p) ? nullptr : (pointer<1, T>)p;
}
template <class T> pointer<3, T> to_local(T *p) { return is_shared(p) ? (pointer<3, T>)p : (pointer<3, T>)(T *)nullptr; }
template <class T> T *to_private(T *p) { return is_private(p) ? p : nullptr; }

inline u64 clock(i32 scope) {
  return scope <= scope::Device ? __builtin_readsteadycounter() : __builtin_readcyclecounter();
}

[[noreturn, gnu::always_inline]] inline void fail(const u8 *, const u8 *, u32, const u8 *, u64) { __builtin_trap(); }

// Instructions of less precision. Those of angles count turns.
inline f32 fast_sin(f32 x) { return __builtin_amdgcn_sinf(x * 0.15915494309189535f); }
inline f32 fast_cos(f32 x) { return __builtin_amdgcn_cosf(x * 0.15915494309189535f); }
inline f32 fast_exp2(f32 x) { return __builtin_amdgcn_exp2f(x); }
inline f32 fast_log2(f32 x) { return __builtin_amdgcn_logf(x); }
inline f32 fast_rsqrt(f32 x) { return __builtin_amdgcn_rsqf(x); }
inline f32 fast_sqrt(f32 x) { return __builtin_amdgcn_sqrtf(x); }
inline f32 fast_divide(f32 x, f32 y) { return x * __builtin_amdgcn_rcpf(y); }
inline pointer<3, u8> dynamic_local_memory() { return __sp_dynamic_local_memory; }

}  // namespace sp::target
