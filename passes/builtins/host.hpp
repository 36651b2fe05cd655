// Functions of the host that the library needs: functions that the pass `work-group-functions` supplies,
// the C library, and libm. The library for the host is compiled for a neutral interface, in which every value is passed
// as it is, and has no triple: one bitcode serves all architectures. It has no thread-local data and no data of its
// own.
#pragma once

#include "types.hpp"

extern "C" {

// The item that runs, in dimension 0, 1 or 2.
[[gnu::const]] sp::u64 __sp_host_local_id(sp::u32 dimension);
[[gnu::const]] sp::u64 __sp_host_group_id(sp::u32 dimension);
[[gnu::const]] sp::u64 __sp_host_group_size(sp::u32 dimension);
[[gnu::const]] sp::u64 __sp_host_num_groups(sp::u32 dimension);
[[gnu::const]] sp::u64 __sp_host_global_offset(sp::u32 dimension);
// The size of all sub-groups but the last one of a group: a power of two up to 32. Items are in sub-groups by their
// linear number.
[[gnu::const]] sp::u32 __sp_host_sub_group_size();
// All items of the group, or of the sub-group, arrive before one leaves. A group runs on one thread, so both order
// memory for its items.
[[clang::convergent]] void __sp_host_group_barrier();
[[clang::convergent]] void __sp_host_sub_group_barrier();
// Memory of the group for the library: 8 bytes for each item, aligned to 128.
[[gnu::const]] void *__sp_host_scratch();
// If a pointer is to the group's local memory.
[[gnu::pure]] bool __sp_host_is_local(const void *);
// Ends the launch: an assertion of the item that runs has failed.
[[noreturn]] void __sp_host_assert_fail(const char *expression, const char *file, sp::u32 line, const char *function);
// The group's local memory that is sized at launch.
[[gnu::const]] void *__sp_host_dynamic_local_memory();

int dprintf(int file, const char *format, ...);
int snprintf(char *to, __SIZE_TYPE__ size, const char *format, ...);
int puts(const char *);
[[noreturn]] void abort();

// The C library's mathematics, by names of the library's own: the pass `link-builtins` puts the names of C in their
// place, which in the code of a kernel mean functions of the library.
#define SP_LIBM(result, name, ...) \
  [[gnu::const]] result name(__VA_ARGS__) noexcept __asm__("__sp_libm_" #name);
float lgammaf_r(float, int *) __asm__("__sp_libm_lgammaf_r");
double lgamma_r(double, int *) __asm__("__sp_libm_lgamma_r");
float remquof(float, float, int *) __asm__("__sp_libm_remquof");
double remquo(double, double, int *) __asm__("__sp_libm_remquo");
SP_LIBM(double, acos, double)
SP_LIBM(double, asin, double)
SP_LIBM(double, atan, double)
SP_LIBM(double, atan2, double, double)
SP_LIBM(double, cbrt, double)
SP_LIBM(double, expm1, double)
SP_LIBM(double, log1p, double)
SP_LIBM(double, sinh, double)
SP_LIBM(double, cosh, double)
SP_LIBM(double, tanh, double)
SP_LIBM(double, asinh, double)
SP_LIBM(double, acosh, double)
SP_LIBM(double, atanh, double)
SP_LIBM(double, hypot, double, double)
SP_LIBM(double, pow, double, double)
SP_LIBM(double, sin, double)
SP_LIBM(double, cos, double)
SP_LIBM(double, tan, double)
SP_LIBM(float, sinf, float)
SP_LIBM(float, cosf, float)
SP_LIBM(float, tanf, float)
#undef SP_LIBM
}

namespace sp::target {

inline constexpr u32 largest_subgroup = 32;

[[gnu::always_inline]] inline u64 local_id(i32 d) { return __sp_host_local_id(d); }
[[gnu::always_inline]] inline u64 group_id(i32 d) { return __sp_host_group_id(d); }
[[gnu::always_inline]] inline u64 group_size(i32 d) { return __sp_host_group_size(d); }
[[gnu::always_inline]] inline u64 num_groups(i32 d) { return __sp_host_num_groups(d); }
[[gnu::always_inline]] inline u64 global_offset(i32 d) { return __sp_host_global_offset(d); }

inline u32 local_linear_id() {
  return u32(local_id(0) + group_size(0) * (local_id(1) + group_size(1) * local_id(2)));
}
inline u32 subgroup_size() { return __sp_host_sub_group_size(); }
inline u32 lane() { return local_linear_id() % subgroup_size(); }
inline void group_barrier() { __sp_host_group_barrier(); }
inline void subgroup_barrier() { __sp_host_sub_group_barrier(); }
inline constexpr bool barrier_orders_memory = true;

// Values go through memory, and barriers of the sub-group separate writing and reading.
inline u64 *scratch() { return static_cast<u64 *>(__sp_host_scratch()); }
inline u64 shuffle(u64, u64 v, u32 lane) {
  u32 item = local_linear_id();
  scratch()[item] = v;
  subgroup_barrier();
  u64 got = scratch()[item - target::lane() + lane];
  subgroup_barrier();
  return got;
}
// Lanes beyond the sub-group are counted from its begin.
inline u32 other_lane(u32 lane) { return lane & (subgroup_size() - 1); }
inline u64 shuffle_xor(u64 v, u32 mask) { return shuffle(0, v, other_lane(lane() ^ mask)); }
inline u64 shuffle_up(u64 v, u32 by) { return shuffle(0, v, other_lane(lane() - by)); }
inline u64 shuffle_down(u64 v, u32 by) { return shuffle(0, v, other_lane(lane() + by)); }
inline u64 shuffle_active(u64 active, u64 v, u32 lane) { return shuffle(active, v, lane); }

template <class T> T *to_global(T *p) { return __sp_host_is_local(p) ? nullptr : p; }
template <class T> T *to_local(T *p) { return __sp_host_is_local(p) ? p : nullptr; }
template <class T> T *to_private(T *p) { return __sp_host_is_local(p) ? nullptr : p; }

inline u64 clock(i32) { return __builtin_readcyclecounter(); }
inline void print(const u8 *text) { dprintf(1, "%s", (const char *)text); }

// The library's own functions, or what the compiler makes of the operators.
template <class T> T fast_sin(T x);
template <class T> T fast_cos(T x);
template <class T> T fast_exp2(T x);
template <class T> T fast_log2(T x);
inline f32 fast_rsqrt(f32 x) { return 1 / __builtin_sqrtf(x); }
inline f32 fast_sqrt(f32 x) { return __builtin_sqrtf(x); }
inline f32 fast_divide(f32 x, f32 y) { return x / y; }
inline u8 *dynamic_local_memory() { return static_cast<u8 *>(__sp_host_dynamic_local_memory()); }

}  // namespace sp::target
