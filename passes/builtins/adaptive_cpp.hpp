// Functions that AdaptiveCpp calls, by those that SPIR-V calls.
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

#define SP_ACPP_ID(name, of) \
  inline u64 acpp_##name##_x() { return call::of(0); } \
  inline u64 acpp_##name##_y() { return call::of(1); } \
  inline u64 acpp_##name##_z() { return call::of(2); }
SP_ACPP_ID(local_id, local_invocation_id)
SP_ACPP_ID(group_id, workgroup_id)
SP_ACPP_ID(local_size, workgroup_size)
SP_ACPP_ID(num_groups, num_workgroups)
#undef SP_ACPP_ID

namespace acpp {
// The fence of an order with all memory.
inline i32 fence(i32 of) { return order(of) | semantics::WorkgroupMemory | semantics::CrossWorkgroupMemory; }
}
inline void acpp_work_group_barrier(i32 scope, i32 order) {
  call::control_barrier(scope::Workgroup, acpp::scope(scope), acpp::fence(order));
}
inline void acpp_sub_group_barrier(i32 scope, i32 order) {
  call::control_barrier(scope::Subgroup, acpp::scope(scope), acpp::fence(order));
}
inline void acpp_fence(i32 order, i32 scope) { call::memory_barrier(acpp::scope(scope), acpp::fence(order)); }

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
#define SP_ACPP_ATOMIC(name, of, value) \
  template <class T> T acpp_atomic_##name(i32, i32 order, i32 scope, flat<u8> p, T x) { \
    return call::atomic_##of(typed<T>(p), acpp::scope(scope), acpp::order(order), value); \
  }
SP_ACPP_ATOMIC(exchange, exchange, x)
SP_ACPP_ATOMIC(and, and, x)
SP_ACPP_ATOMIC(or, or, x)
SP_ACPP_ATOMIC(xor, xor, x)
SP_ACPP_ATOMIC(iadd, iadd, x)
SP_ACPP_ATOMIC(isub, isub, x)
SP_ACPP_ATOMIC(smin, smin, x)
SP_ACPP_ATOMIC(smax, smax, x)
SP_ACPP_ATOMIC(umin, umin, x)
SP_ACPP_ATOMIC(umax, umax, x)
SP_ACPP_ATOMIC(fadd, fadd, x)
SP_ACPP_ATOMIC(fsub, fadd, -x)
SP_ACPP_ATOMIC(fmin, fmin, x)
SP_ACPP_ATOMIC(fmax, fmax, x)
#undef SP_ACPP_ATOMIC

// The operation is a number; after inlining it is a constant. `by_number` applies it over a group, `apply` once,
// to put an initial value before a scan.
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
template <class T> T by_number_s(i32 op, i32 scope, i32 kind, T x) {
  switch (op) {
  case acpp::minimum: return call::group_smin(scope, kind, x);
  case acpp::maximum: return call::group_smax(scope, kind, x);
  default: return by_number_u<T>(op, scope, kind, x);
  }
}
template <class T> T apply_s(i32 op, T a, T b) {
  switch (op) {
  case acpp::minimum: return as_signed(b) < as_signed(a) ? b : a;
  case acpp::maximum: return as_signed(a) < as_signed(b) ? b : a;
  default: return apply_u<T>(op, a, b);
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

// Functions of one kind of group and one kind of number: signed, unsigned, floating-point. What an exclusive scan
// starts from is before the first value.
#define SP_ACPP_OF_NUMBERS(group, Group, index, kind) \
  template <class T> T acpp_##group##_reduce_##kind(i32 op, T x) { \
    return by_number_##kind(op, scope::Group, acpp::reduce, x); \
  } \
  template <class T> T acpp_##group##_inclusive_##kind(i32 op, T x) { \
    return by_number_##kind(op, scope::Group, acpp::inclusive, x); \
  } \
  template <class T> T acpp_##group##_exclusive_##kind(i32 op, T x, T first) { \
    T before = by_number_##kind(op, scope::Group, acpp::exclusive, x); \
    return call::index() == 0 ? first : apply_##kind(op, first, before); \
  }
#define SP_ACPP_OF_GROUP(group, Group, index) \
  SP_ACPP_OF_NUMBERS(group, Group, index, s) \
  SP_ACPP_OF_NUMBERS(group, Group, index, u) \
  SP_ACPP_OF_NUMBERS(group, Group, index, f) \
  template <class T> T acpp_##group##_broadcast(i32 sender, T x) { \
    return call::group_broadcast_i32(scope::Group, x, u32(sender)); \
  } \
  inline bool acpp_##group##_any(bool x) { return call::group_any(scope::Group, x); } \
  inline bool acpp_##group##_all(bool x) { return call::group_all(scope::Group, x); } \
  inline bool acpp_##group##_none(bool x) { return !call::group_any(scope::Group, x); }
SP_ACPP_OF_GROUP(work_group, Workgroup, local_invocation_index)
SP_ACPP_OF_GROUP(sub_group, Subgroup, subgroup_local_invocation_id)
#undef SP_ACPP_OF_GROUP
#undef SP_ACPP_OF_NUMBERS

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

#if defined(SP_SPIRV)
// Half of what each device of OpenCL has for a group.
[[clang::loader_uninitialized]] static __attribute__((address_space(3))) u8 fixed_local_memory[16384];
inline pointer<3, u8> acpp_fixed_local_memory() { return fixed_local_memory; }
#else
inline auto acpp_dynamic_local_memory() { return target::dynamic_local_memory(); }
#endif
#if defined(SP_NVPTX) || defined(SP_HOST)
inline void acpp_print(const u8 *text) { target::print(text); }
#endif

}  // namespace sp
