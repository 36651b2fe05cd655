// OpenCL C's functions that a target has under no name.
#pragma once

#include "types.hpp"

namespace sp {

#if defined(SP_SPIRV)

namespace opencl {

// Memory flags of fences and barriers, and the numbers of orders and scopes, as clang has them.
enum : i32 { local = 1, global = 2, image = 4 };

inline i32 memory(i32 flags) {
  return (flags & local ? semantics::WorkgroupMemory : 0) | (flags & global ? semantics::CrossWorkgroupMemory : 0) |
         (flags & image ? 0x800 : 0);
}
inline i32 order(i32 of) {
  switch (of) {
  case 0: return semantics::Relaxed;
  case 1:
  case 2: return semantics::Acquire;
  case 3: return semantics::Release;
  case 4: return semantics::AcquireRelease;
  default: return semantics::SequentiallyConsistent;
  }
}
inline i32 scope(i32 of) {
  switch (of) {
  case 0: return scope::Invocation;
  case 1: return scope::Workgroup;
  case 2: return scope::Device;
  case 4: return scope::Subgroup;
  default: return scope::CrossDevice;
  }
}

}  // namespace opencl

// OpenCL 1.x: no order, for the device.
// The back end has no increment and no decrement.
template <class T, class P> T opencl_inc(P p) { return call::atomic_iadd(p, scope::Device, semantics::Relaxed, T(1)); }
template <class T, class P> T opencl_dec(P p) { return call::atomic_isub(p, scope::Device, semantics::Relaxed, T(1)); }
template <class T, class P> T opencl_cmpxchg(P p, T expected, T x) {
  return call::atomic_compare_exchange(p, scope::Device, semantics::Relaxed, semantics::Relaxed, x, expected);
}
#define SP_UPDATE(name, of) \
  template <class T, class P> T opencl_##name(P p, T x) { \
    return call::atomic_##of(p, scope::Device, semantics::Relaxed, x); \
  }
SP_UPDATE(xchg, exchange)
SP_UPDATE(add, iadd)
SP_UPDATE(sub, isub)
SP_UPDATE(and, and)
SP_UPDATE(or, or)
SP_UPDATE(xor, xor)
SP_UPDATE(smin, smin)
SP_UPDATE(umin, umin)
SP_UPDATE(smax, smax)
SP_UPDATE(umax, umax)
#undef SP_UPDATE
// OpenCL 2.0: sequentially consistent for the device, or what the caller says.
#define SP_FETCH(name) \
  template <class T, class P> T opencl_fetch_##name(P p, T x) { \
    return call::atomic_##name(p, scope::Device, semantics::SequentiallyConsistent, x); \
  } \
  template <class T, class P> T opencl_ordered_##name(P p, T x, i32 order) { \
    return call::atomic_##name(p, scope::Device, opencl::order(order), x); \
  } \
  template <class T, class P> T opencl_scoped_##name(P p, T x, i32 order, i32 scope) { \
    return call::atomic_##name(p, opencl::scope(scope), opencl::order(order), x); \
  }
SP_FETCH(smin)
SP_FETCH(umin)
SP_FETCH(smax)
SP_FETCH(umax)
#undef SP_FETCH

inline void opencl_mem_fence(i32 flags) {
  call::memory_barrier(scope::Workgroup, semantics::AcquireRelease | opencl::memory(flags));
}
inline void opencl_read_mem_fence(i32 flags) {
  call::memory_barrier(scope::Workgroup, semantics::Acquire | opencl::memory(flags));
}
inline void opencl_write_mem_fence(i32 flags) {
  call::memory_barrier(scope::Workgroup, semantics::Release | opencl::memory(flags));
}
inline void opencl_sub_group_barrier_2(i32 flags, i32 scope) {
  call::control_barrier(scope::Subgroup, opencl::scope(scope),
                        semantics::SequentiallyConsistent | opencl::memory(flags));
}
inline void opencl_sub_group_barrier(i32 flags) { opencl_sub_group_barrier_2(flags, 4); }

}  // namespace sp

sp::pointer<1, sp::u8> __spirv_GenericCastToPtrExplicit_ToGlobal(sp::flat<sp::u8>, int);
sp::pointer<3, sp::u8> __spirv_GenericCastToPtrExplicit_ToLocal(sp::flat<sp::u8>, int);
sp::u8 *__spirv_GenericCastToPtrExplicit_ToPrivate(sp::flat<sp::u8>, int);

namespace sp {

// The number is that of SPIR-V's storage class.
inline pointer<1, u8> opencl_to_global(flat<u8> p) { return ::__spirv_GenericCastToPtrExplicit_ToGlobal(p, 5); }
inline pointer<3, u8> opencl_to_local(flat<u8> p) { return ::__spirv_GenericCastToPtrExplicit_ToLocal(p, 4); }
inline u8 *opencl_to_private(flat<u8> p) { return ::__spirv_GenericCastToPtrExplicit_ToPrivate(p, 7); }
inline i32 opencl_get_fence(flat<u8> p) { return u64(opencl_to_local(p)) != 0 ? opencl::local : opencl::global; }

template <class T> T opencl_bit_reverse(T x) {
  T result = 0;
  for (u32 i = 0; i < sizeof(T) * 8; i++) result = T(result << 1 | (x >> i & 1));
  return result;
}

#elif defined(SP_AMDGCN)

// The items copy themselves, so they are done when all have arrived.
template <class P> void opencl_wait_group_events(i32, P) { group_wait_events(scope::Workgroup, 0, nullptr); }

#endif

}  // namespace sp
