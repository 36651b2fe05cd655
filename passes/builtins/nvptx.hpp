// Functions of NVPTX that the library needs.
#pragma once

#include "types.hpp"

// Emulated or removed by the pass `global-offset`.
sp::u64 __spirv_BuiltInGlobalOffset(int);
extern "C" [[noreturn]] void __assertfail(const void *expression, const void *file, sp::u32 line, const void *function,
                                          sp::u64 size_of_char);
extern "C" sp::i32 vprintf(const void *format, const void *arguments);
extern "C" {
// Local memory of the size that a launch asks for. Runtimes guarantee the alignment (docs/gpu.md).
extern __attribute__((address_space(3), aligned(128))) sp::u8 __sp_dynamic_local_memory[];
}

namespace sp::target {

inline constexpr u32 largest_subgroup = 32;

inline u32 select(i32 dimension, u32 x, u32 y, u32 z) { return dimension == 0 ? x : dimension == 1 ? y : z; }
inline u32 local_id(i32 d) {
  return select(d, __nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_tid_y(), __nvvm_read_ptx_sreg_tid_z());
}
inline u32 group_id(i32 d) {
  return select(d, __nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_ctaid_y(), __nvvm_read_ptx_sreg_ctaid_z());
}
inline u32 group_size(i32 d) {
  return select(d, __nvvm_read_ptx_sreg_ntid_x(), __nvvm_read_ptx_sreg_ntid_y(), __nvvm_read_ptx_sreg_ntid_z());
}
inline u32 num_groups(i32 d) {
  return select(d, __nvvm_read_ptx_sreg_nctaid_x(), __nvvm_read_ptx_sreg_nctaid_y(), __nvvm_read_ptx_sreg_nctaid_z());
}
inline u64 global_offset(i32 d) { return __spirv_BuiltInGlobalOffset(d); }

inline u32 subgroup_size() { return 32; }
inline u32 lane() { return __nvvm_read_ptx_sreg_laneid(); }
// Both order the memory accesses of the items that meet.
inline void group_barrier() { __syncthreads(); }
inline void subgroup_barrier() { __nvvm_bar_warp_sync(~0u); }
inline constexpr bool barrier_orders_memory = true;

// Lanes that are not there count as finished, so the mask may name them.
inline u32 shuffle(u64, u32 v, u32 lane) { return __nvvm_shfl_sync_idx_i32(~0u, v, lane, 31); }
inline u32 shuffle_active(u64 active, u32 v, u32 lane) { return __nvvm_shfl_sync_idx_i32(u32(active), v, lane, 31); }
// A distance that leads out of the sub-group gives the lane's own value.
inline u32 shuffle_xor(u32 v, u32 mask) { return __nvvm_shfl_sync_bfly_i32(~0u, v, mask, 31); }
inline u32 shuffle_up(u32 v, u32 by) { return __nvvm_shfl_sync_up_i32(~0u, v, by, 0); }
inline u32 shuffle_down(u32 v, u32 by) { return __nvvm_shfl_sync_down_i32(~0u, v, by, 31); }
inline u64 active() { return __nvvm_activemask(); }
inline u64 ballot(u64 active, bool predicate) { return u32(__nvvm_vote_ballot_sync(u32(active), predicate)); }

template <class T> pointer<1, T> to_global(T *p) { return __nvvm_isspacep_global(p) ? (pointer<1, T>)p : nullptr; }
template <class T> pointer<3, T> to_local(T *p) { return __nvvm_isspacep_shared(p) ? (pointer<3, T>)p : nullptr; }
template <class T> T *to_private(T *p) { return __nvvm_isspacep_local(p) ? p : nullptr; }

inline u64 clock(i32 scope) {
  return scope <= scope::Device ? __nvvm_read_ptx_sreg_globaltimer() : __nvvm_read_ptx_sreg_clock64();
}

[[noreturn, gnu::always_inline]] inline void fail(const u8 *expression, const u8 *file, u32 line, const u8 *function, u64 size_of_char) {
  __assertfail(expression, file, line, function, size_of_char);
}
inline void print(const u8 *text) { vprintf(text, nullptr); }

// Instructions of less precision.
#define SP_FAST(ftz) \
  inline f32 fast_sin(f32 x) { return __nvvm_sin_approx_##ftz##f(x); } \
  inline f32 fast_cos(f32 x) { return __nvvm_cos_approx_##ftz##f(x); } \
  inline f32 fast_exp2(f32 x) { return __nvvm_ex2_approx_##ftz##f(x); } \
  inline f32 fast_log2(f32 x) { return __nvvm_lg2_approx_##ftz##f(x); } \
  inline f32 fast_rsqrt(f32 x) { return __nvvm_rsqrt_approx_##ftz##f(x); } \
  inline f32 fast_sqrt(f32 x) { return __nvvm_sqrt_approx_##ftz##f(x); } \
  inline f32 fast_divide(f32 x, f32 y) { return __nvvm_div_approx_##ftz##f(x, y); }
SP_FAST()
}  // namespace sp::target
// The same, with 0 in the place of subnormal numbers: for these the others take up to three instructions more.
namespace sp::flushed {
SP_FAST(ftz_)
}
#undef SP_FAST
namespace sp::target {
// Conversions that round, each one instruction. Those to integers saturate.
template <class From, class To> inline constexpr bool converts = false;
#define SP_CONVERSION(From, To, name) \
  template <> inline constexpr bool converts<From, To> = true; \
  inline To rounded_to_nearest(From x, To) { return To(__nvvm_##name##_rn(x)); } \
  inline To rounded_to_zero(From x, To) { return To(__nvvm_##name##_rz(x)); } \
  inline To rounded_up(From x, To) { return To(__nvvm_##name##_rp(x)); } \
  inline To rounded_down(From x, To) { return To(__nvvm_##name##_rm(x)); }
SP_CONVERSION(i32, f32, i2f)
SP_CONVERSION(u32, f32, ui2f)
SP_CONVERSION(i64, f32, ll2f)
SP_CONVERSION(u64, f32, ull2f)
SP_CONVERSION(i64, f64, ll2d)
SP_CONVERSION(u64, f64, ull2d)
SP_CONVERSION(f64, f32, d2f)
SP_CONVERSION(f32, i32, f2i)
SP_CONVERSION(f32, u32, f2ui)
SP_CONVERSION(f32, i64, f2ll)
SP_CONVERSION(f32, u64, f2ull)
SP_CONVERSION(f64, i32, d2i)
SP_CONVERSION(f64, u32, d2ui)
SP_CONVERSION(f64, i64, d2ll)
SP_CONVERSION(f64, u64, d2ull)
#undef SP_CONVERSION

inline pointer<3, u8> dynamic_local_memory() { return __sp_dynamic_local_memory; }

}  // namespace sp::target
