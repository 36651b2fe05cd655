// What AdaptiveCpp calls, by what SPIR-V calls.
#pragma once

#include "types.hpp"

#if !defined(SP_SPIRV)
#include "groups.hpp"
#endif

namespace sp {

namespace acpp {

enum : i32 { work_item, sub_group, work_group, device, system };
enum : i32 { relaxed, acquire, release, acquire_release, sequentially_consistent };
enum : i32 { plus, multiplies, minimum, maximum, and_bits, or_bits, xor_bits, and_truth, or_truth };

inline i32 scope(i32 of) {
  switch (of) {
  case work_item: return scope::Invocation;
  case sub_group: return scope::Subgroup;
  case work_group: return scope::Workgroup;
  case device: return scope::Device;
  default: return scope::CrossDevice;
  }
}
inline i32 order(i32 of) {
  switch (of) {
  case relaxed: return semantics::Relaxed;
  case acquire: return semantics::Acquire;
  case release: return semantics::Release;
  case acquire_release: return semantics::AcquireRelease;
  default: return semantics::SequentiallyConsistent;
  }
}

}  // namespace acpp

inline u64 acpp_local_id_x() { return call::local_invocation_id(0); }
inline u64 acpp_local_id_y() { return call::local_invocation_id(1); }
inline u64 acpp_local_id_z() { return call::local_invocation_id(2); }
inline u64 acpp_group_id_x() { return call::workgroup_id(0); }
inline u64 acpp_group_id_y() { return call::workgroup_id(1); }
inline u64 acpp_group_id_z() { return call::workgroup_id(2); }
inline u64 acpp_local_size_x() { return call::workgroup_size(0); }
inline u64 acpp_local_size_y() { return call::workgroup_size(1); }
inline u64 acpp_local_size_z() { return call::workgroup_size(2); }
inline u64 acpp_num_groups_x() { return call::num_workgroups(0); }
inline u64 acpp_num_groups_y() { return call::num_workgroups(1); }
inline u64 acpp_num_groups_z() { return call::num_workgroups(2); }

inline void acpp_work_group_barrier(i32 scope, i32 order) {
  call::control_barrier(scope::Workgroup, acpp::scope(scope),
                  acpp::order(order) | semantics::WorkgroupMemory | semantics::CrossWorkgroupMemory);
}
inline void acpp_sub_group_barrier(i32 scope, i32 order) {
  call::control_barrier(scope::Subgroup, acpp::scope(scope),
                  acpp::order(order) | semantics::WorkgroupMemory | semantics::CrossWorkgroupMemory);
}
inline void acpp_fence(i32 order, i32 scope) {
  call::memory_barrier(acpp::scope(scope),
                 acpp::order(order) | semantics::WorkgroupMemory | semantics::CrossWorkgroupMemory);
}

template <class T> flat<T> typed(flat<u8> p) { return (flat<T>)p; }

template <class T> T acpp_atomic_load(i32, i32 order, i32 scope, flat<u8> p) {
  return call::atomic_load(typed<T>(p), acpp::scope(scope), acpp::order(order));
}
template <class T> void acpp_atomic_store(i32, i32 order, i32 scope, flat<u8> p, T x) {
  call::atomic_store(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> bool acpp_compare_exchange(i32, i32 success, i32 failure, i32 scope, flat<u8> p, flat<u8> expected, T x) {
  T wanted = *typed<T>(expected);
  T found = call::atomic_compare_exchange(typed<T>(p), acpp::scope(scope), acpp::order(success), acpp::order(failure), x,
                                    wanted);
  *typed<T>(expected) = found;
  return found == wanted;
}
template <class T> T acpp_atomic_exchange(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_exchange(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> T acpp_atomic_and(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_and(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> T acpp_atomic_or(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_or(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> T acpp_atomic_xor(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_xor(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> T acpp_atomic_iadd(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_iadd(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> T acpp_atomic_isub(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_isub(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> T acpp_atomic_smin(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_smin(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> T acpp_atomic_smax(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_smax(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> T acpp_atomic_umin(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_umin(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> T acpp_atomic_umax(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_umax(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> T acpp_atomic_fadd(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_fadd(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> T acpp_atomic_fsub(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_fadd(typed<T>(p), acpp::scope(scope), acpp::order(order), -x);
}
template <class T> T acpp_atomic_fmin(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_fmin(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}
template <class T> T acpp_atomic_fmax(i32, i32 order, i32 scope, flat<u8> p, T x) {
  return call::atomic_fmax(typed<T>(p), acpp::scope(scope), acpp::order(order), x);
}

// The operation is a number; after inlining it is a constant.
template <class T> T by_number_u(i32 op, i32 scope, i32 kind, T x) {
  switch (op) {
  case acpp::plus: return call::group_iadd(scope, kind, x);
  case acpp::multiplies: return call::group_imul(scope, kind, x);
  case acpp::minimum: return call::group_umin(scope, kind, x);
  case acpp::maximum: return call::group_umax(scope, kind, x);
  case acpp::and_bits: return call::group_and(scope, kind, x);
  case acpp::or_bits: return call::group_or(scope, kind, x);
  case acpp::xor_bits: return call::group_xor(scope, kind, x);
  case acpp::and_truth: return T(call::group_and(scope, kind, T(x != 0)) & 1);
  default: return call::group_or(scope, kind, T(x != 0));
  }
}
template <class T> T by_number_s(i32 op, i32 scope, i32 kind, T x) {
  switch (op) {
  case acpp::minimum: return call::group_smin(scope, kind, x);
  case acpp::maximum: return call::group_smax(scope, kind, x);
  default: return by_number_u<T>(op, scope, kind, x);
  }
}
template <class T> T by_number_f(i32 op, i32 scope, i32 kind, T x) {
  switch (op) {
  case acpp::plus: return call::group_fadd(scope, kind, x);
  case acpp::multiplies: return call::group_fmul(scope, kind, x);
  case acpp::minimum: return call::group_fmin(scope, kind, x);
  default: return call::group_fmax(scope, kind, x);
  }
}
// One application of the operation, to put an initial value before a scan.
template <class T> T apply_u(i32 op, T a, T b) {
  switch (op) {
  case acpp::plus: return T(a + b);
  case acpp::multiplies: return T(a * b);
  case acpp::minimum: return b < a ? b : a;
  case acpp::maximum: return a < b ? b : a;
  case acpp::and_bits: return a & b;
  case acpp::or_bits: return a | b;
  case acpp::xor_bits: return a ^ b;
  case acpp::and_truth: return a && b;
  default: return a || b;
  }
}
template <class T> T apply_s(i32 op, T a, T b) {
  switch (op) {
  case acpp::minimum: return as_signed(b) < as_signed(a) ? b : a;
  case acpp::maximum: return as_signed(a) < as_signed(b) ? b : a;
  default: return apply_u<T>(op, a, b);
  }
}
template <class T> T apply_f(i32 op, T a, T b) {
  switch (op) {
  case acpp::plus: return T(a + b);
  case acpp::multiplies: return T(a * b);
  case acpp::minimum: return __builtin_elementwise_minnum(a, b);
  default: return __builtin_elementwise_maxnum(a, b);
  }
}

namespace acpp {
enum : i32 { reduce = group_operation::Reduce, inclusive = group_operation::InclusiveScan, exclusive = group_operation::ExclusiveScan };
}

template <class T> T acpp_work_group_reduce_s(i32 op, T x) { return by_number_s(op, scope::Workgroup, acpp::reduce, x); }
template <class T> T acpp_work_group_reduce_u(i32 op, T x) { return by_number_u(op, scope::Workgroup, acpp::reduce, x); }
template <class T> T acpp_work_group_reduce_f(i32 op, T x) { return by_number_f(op, scope::Workgroup, acpp::reduce, x); }
template <class T> T acpp_sub_group_reduce_s(i32 op, T x) { return by_number_s(op, scope::Subgroup, acpp::reduce, x); }
template <class T> T acpp_sub_group_reduce_u(i32 op, T x) { return by_number_u(op, scope::Subgroup, acpp::reduce, x); }
template <class T> T acpp_sub_group_reduce_f(i32 op, T x) { return by_number_f(op, scope::Subgroup, acpp::reduce, x); }
template <class T> T acpp_work_group_inclusive_s(i32 op, T x) { return by_number_s(op, scope::Workgroup, acpp::inclusive, x); }
template <class T> T acpp_work_group_inclusive_u(i32 op, T x) { return by_number_u(op, scope::Workgroup, acpp::inclusive, x); }
template <class T> T acpp_work_group_inclusive_f(i32 op, T x) { return by_number_f(op, scope::Workgroup, acpp::inclusive, x); }
template <class T> T acpp_sub_group_inclusive_s(i32 op, T x) { return by_number_s(op, scope::Subgroup, acpp::inclusive, x); }
template <class T> T acpp_sub_group_inclusive_u(i32 op, T x) { return by_number_u(op, scope::Subgroup, acpp::inclusive, x); }
template <class T> T acpp_sub_group_inclusive_f(i32 op, T x) { return by_number_f(op, scope::Subgroup, acpp::inclusive, x); }

// What an exclusive scan starts from is before the first value.
template <class T> T acpp_work_group_exclusive_s(i32 op, T x, T first) {
  T before = by_number_s(op, scope::Workgroup, acpp::exclusive, x);
  return call::local_invocation_index() == 0 ? first : apply_s(op, first, before);
}
template <class T> T acpp_work_group_exclusive_u(i32 op, T x, T first) {
  T before = by_number_u(op, scope::Workgroup, acpp::exclusive, x);
  return call::local_invocation_index() == 0 ? first : apply_u(op, first, before);
}
template <class T> T acpp_work_group_exclusive_f(i32 op, T x, T first) {
  T before = by_number_f(op, scope::Workgroup, acpp::exclusive, x);
  return call::local_invocation_index() == 0 ? first : apply_f(op, first, before);
}
template <class T> T acpp_sub_group_exclusive_s(i32 op, T x, T first) {
  T before = by_number_s(op, scope::Subgroup, acpp::exclusive, x);
  return call::subgroup_local_invocation_id() == 0 ? first : apply_s(op, first, before);
}
template <class T> T acpp_sub_group_exclusive_u(i32 op, T x, T first) {
  T before = by_number_u(op, scope::Subgroup, acpp::exclusive, x);
  return call::subgroup_local_invocation_id() == 0 ? first : apply_u(op, first, before);
}
template <class T> T acpp_sub_group_exclusive_f(i32 op, T x, T first) {
  T before = by_number_f(op, scope::Subgroup, acpp::exclusive, x);
  return call::subgroup_local_invocation_id() == 0 ? first : apply_f(op, first, before);
}

template <class T> T acpp_work_group_broadcast(i32 sender, T x) { return call::group_broadcast_i32(scope::Workgroup, x, u32(sender)); }
template <class T> T acpp_sub_group_broadcast(i32 sender, T x) { return call::group_broadcast_i32(scope::Subgroup, x, u32(sender)); }
#if !defined(SP_SPIRV)
template <class T> T acpp_work_group_shl(T x, u32 delta) { return from_item(x, item() + delta); }
template <class T> T acpp_work_group_shr(T x, u32 delta) { return from_item(x, item() - delta); }
template <class T> T acpp_work_group_permute(T x, u32 mask) { return from_item(x, item() ^ mask); }
template <class T> T acpp_work_group_select(T x, u32 id) { return from_item(x, id); }
#endif
template <class T> T acpp_sub_group_shl(T x, i32 delta) { return call::shuffle_down(scope::Subgroup, x, delta); }
template <class T> T acpp_sub_group_shr(T x, i32 delta) { return call::shuffle_up(scope::Subgroup, x, delta); }
template <class T> T acpp_sub_group_permute(T x, i32 mask) { return call::shuffle_xor(scope::Subgroup, x, mask); }
template <class T> T acpp_sub_group_select(T x, i32 id) { return call::shuffle(scope::Subgroup, x, id); }

inline bool acpp_work_group_any(bool x) { return call::group_any(scope::Workgroup, x); }
inline bool acpp_work_group_all(bool x) { return call::group_all(scope::Workgroup, x); }
inline bool acpp_work_group_none(bool x) { return !call::group_any(scope::Workgroup, x); }
inline bool acpp_sub_group_any(bool x) { return call::group_any(scope::Subgroup, x); }
inline bool acpp_sub_group_all(bool x) { return call::group_all(scope::Subgroup, x); }
inline bool acpp_sub_group_none(bool x) { return !call::group_any(scope::Subgroup, x); }

inline f16 acpp_half_add(f16 a, f16 b) { return a + b; }
inline f16 acpp_half_sub(f16 a, f16 b) { return a - b; }
inline f16 acpp_half_mul(f16 a, f16 b) { return a * b; }
inline f16 acpp_half_div(f16 a, f16 b) { return f16(f32(a) / f32(b)); }
inline bool acpp_half_lt(f16 a, f16 b) { return a < b; }
inline bool acpp_half_lte(f16 a, f16 b) { return a <= b; }
inline bool acpp_half_gt(f16 a, f16 b) { return a > b; }
inline bool acpp_half_gte(f16 a, f16 b) { return a >= b; }
template <class T> i32 acpp_isnan(T x) { return call::is_nan(x); }
template <class T> i32 acpp_isinf(T x) { return call::is_inf(x); }
template <class T> i32 acpp_isfinite(T x) { return call::is_finite(x); }
template <class T> i32 acpp_isnormal(T x) { return call::is_normal(x); }
template <class T> i32 acpp_signbit(T x) { return call::sign_bit_set(x); }

// A second result of 32 bits or of 64.
template <class T, class I, class P> T acpp_frexp(T x, P to) {
  u32 exponent;
  T fraction = call::ocl_frexp(x, (flat<u32>)&exponent);
  *to = I(i64(i32(exponent)));
  return fraction;
}
template <class T, class I, class P> T acpp_lgamma_r(T x, P to) {
  u32 sign;
  T result = call::ocl_lgamma_r(x, (flat<u32>)&sign);
  *to = I(i64(i32(sign)));
  return result;
}
// Beyond an `int`, any number is 0 or infinite.
template <class T> T acpp_ldexp(T x, u64 exponent) {
  i64 n = i64(exponent);
  return call::ocl_ldexp(x, u32(i32(n < -100000 ? -100000 : n > 100000 ? 100000 : n)));
}
template <class T> T acpp_ilogb(T x) { return T(i32(call::ocl_ilogb(x))); }

#if !defined(SP_SPIRV)
inline auto acpp_dynamic_local_memory() { return target::dynamic_local_memory(); }
#endif
#if defined(SP_NVPTX) || defined(SP_HOST)
inline void acpp_print(const u8 *text) { target::print(text); }
#endif

}  // namespace sp
