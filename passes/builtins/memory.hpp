// Copies and casts of pointers, assertions and hints.
#pragma once

#include "groups.hpp"

namespace sp {

// The stride is that of the side that is not in local memory.
inline bool is_local(pointer<3, u8>) { return true; }
#if defined(SP_HOST)
inline bool is_local(const u8 *p) { return __sp_host_is_local(p); }
#else
inline bool is_local(pointer<1, u8>) { return false; }
#endif

template <class T, class P, class Q>
u8 *group_async_copy(i32, P to, Q from, u64 count, u64 stride, u8 *event) {
  u64 to_stride = is_local((decltype(pointer_like<u8>(to)))to) ? 1 : stride;
  u64 from_stride = is_local((decltype(pointer_like<u8>(from)))from) ? 1 : stride;
  for (u64 i = item(); i < count; i += items()) to[i * to_stride] = from[i * from_stride];
  return event;
}
// The items copy themselves, so they are done when all have arrived.
inline void group_wait_events(i32 scope, i32, u8 *) {
  control_barrier(scope, scope,
                  semantics::SequentiallyConsistent | semantics::WorkgroupMemory | semantics::CrossWorkgroupMemory);
}
// A hint that costs more than it gives on the targets of the library.
template <class P> void prefetch(P, u64) {}

inline auto cast_to_global(u8 *p, i32) { return target::to_global(p); }
inline auto cast_to_local(u8 *p, i32) { return target::to_local(p); }
inline auto cast_to_private(u8 *p, i32) { return target::to_private(p); }
template <class T, class P> T convert_pointer(P p) { return T((u64)p); }

inline u64 read_clock(i32 scope) { return target::clock(scope); }
inline vec<u32, 2> read_clock_2(i32 scope) {
  u64 now = target::clock(scope);
  return {u32(now), u32(now >> 32)};
}

#if defined(SP_HOST)
// The end of the launch.
[[noreturn, gnu::always_inline]] inline void fail(const u8 *expression, const u8 *file, u32 line, const u8 *function) {
  __sp_host_assert_fail((const char *)expression, (const char *)file, line, (const char *)function);
}
inline void wassert(const u8 *, const u8 *, u32 line) { fail((const u8 *)"?", (const u8 *)"?", line, (const u8 *)"?"); }
#else
[[noreturn, gnu::always_inline]] inline void fail(const u8 *expression, const u8 *file, u32 line, const u8 *function) {
  target::fail(expression, file, line, function, 1);
}
// Characters of 16 bits.
inline void wassert(const u8 *expression, const u8 *file, u32 line) {
  target::fail(expression, file, line, (const u8 *)"\0", 2);
}
#endif
inline void assert_fail(const u8 *expression, const u8 *file, u32 line, const u8 *function) {
  fail(expression, file, line, function);
}
inline void devicelib_assert_fail(const u8 *expression, const u8 *file, u32 line, const u8 *function, u64, u64, u64,
                                  u64, u64, u64) {
  fail(expression, file, line, function);
}

inline void assume(bool condition) { __builtin_assume(condition); }
template <class T> T expect(T value, T) { return value; }
inline bool expect_bool(bool value, bool) { return value; }

}  // namespace sp
