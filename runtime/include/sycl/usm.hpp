// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unified shared memory (section 4.8).
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <sycl/context.hpp>
#include <sycl/queue.hpp>

namespace sycl { inline namespace _V1 {
namespace detail {
// Null if there is not as much memory (section 4.8.3).
inline void *allocate(usm::alloc kind, size_t size, size_t alignment, const device &of) {
  constexpr std::uint32_t kinds[] = {SYCL_RT_HOST_MEMORY, SYCL_RT_DEVICE_MEMORY, SYCL_RT_SHARED_MEMORY};
  if (kind == usm::alloc::unknown) refuse(errc::invalid, "found usm::alloc::unknown; expected host, device or shared");
  void *memory = nullptr;
  sycl_rt_status status = sycl_rt_allocate(device_access::of(of), kinds[static_cast<int>(kind)], size, alignment, &memory);
  if (status == SYCL_RT_MEMORY_ALLOCATION) return nullptr;
  if (status == SYCL_RT_INVALID && alignment != 0 && (alignment & (alignment - 1)) != 0) return nullptr;
  check(status);
  return memory;
}
template <class T> T *allocate_elements(usm::alloc kind, size_t count, size_t alignment, const device &of) {
  size_t size = 0;
  if (__builtin_mul_overflow(count, sizeof(T), &size)) return nullptr;
  return static_cast<T *>(allocate(kind, size, alignment < alignof(T) ? alignof(T) : alignment, of));
}
}

#define SYCL_PASSES_USM(name) \
  inline void *malloc_##name(std::size_t size, const device &of, const context &, const property_list & = {}) { \
    return detail::allocate(usm::alloc::name, size, 0, of); \
  } \
  inline void *malloc_##name(std::size_t size, const queue &of, const property_list & = {}) { \
    return detail::allocate(usm::alloc::name, size, 0, of.get_device()); \
  } \
  template <class T> T *malloc_##name(std::size_t count, const device &of, const context &, const property_list & = {}) { \
    return detail::allocate_elements<T>(usm::alloc::name, count, 0, of); \
  } \
  template <class T> T *malloc_##name(std::size_t count, const queue &of, const property_list & = {}) { \
    return detail::allocate_elements<T>(usm::alloc::name, count, 0, of.get_device()); \
  } \
  inline void *aligned_alloc_##name(std::size_t alignment, std::size_t size, const device &of, const context &, \
                                    const property_list & = {}) { \
    return detail::allocate(usm::alloc::name, size, alignment, of); \
  } \
  inline void *aligned_alloc_##name(std::size_t alignment, std::size_t size, const queue &of, const property_list & = {}) { \
    return detail::allocate(usm::alloc::name, size, alignment, of.get_device()); \
  } \
  template <class T> \
  T *aligned_alloc_##name(std::size_t alignment, std::size_t count, const device &of, const context &, const property_list & = {}) { \
    return detail::allocate_elements<T>(usm::alloc::name, count, alignment, of); \
  } \
  template <class T> \
  T *aligned_alloc_##name(std::size_t alignment, std::size_t count, const queue &of, const property_list & = {}) { \
    return detail::allocate_elements<T>(usm::alloc::name, count, alignment, of.get_device()); \
  }
SYCL_PASSES_USM(device) SYCL_PASSES_USM(shared) SYCL_PASSES_USM(host)
#undef SYCL_PASSES_USM

// Memory of the host belongs to a context.
inline void *malloc_host(std::size_t size, const context &of, const property_list & = {}) {
  return detail::allocate(usm::alloc::host, size, 0, of.get_devices()[0]);
}
template <class T> T *malloc_host(std::size_t count, const context &of, const property_list & = {}) {
  return detail::allocate_elements<T>(usm::alloc::host, count, 0, of.get_devices()[0]);
}
inline void *aligned_alloc_host(std::size_t alignment, std::size_t size, const context &of, const property_list & = {}) {
  return detail::allocate(usm::alloc::host, size, alignment, of.get_devices()[0]);
}
template <class T> T *aligned_alloc_host(std::size_t alignment, std::size_t count, const context &of, const property_list & = {}) {
  return detail::allocate_elements<T>(usm::alloc::host, count, alignment, of.get_devices()[0]);
}

// Memory of the kind that an argument gives.
inline void *malloc(std::size_t size, const device &of, const context &, usm::alloc kind, const property_list & = {}) {
  return detail::allocate(kind, size, 0, of);
}
inline void *malloc(std::size_t size, const queue &of, usm::alloc kind, const property_list & = {}) {
  return detail::allocate(kind, size, 0, of.get_device());
}
template <class T> T *malloc(std::size_t count, const device &of, const context &, usm::alloc kind, const property_list & = {}) {
  return detail::allocate_elements<T>(kind, count, 0, of);
}
template <class T> T *malloc(std::size_t count, const queue &of, usm::alloc kind, const property_list & = {}) {
  return detail::allocate_elements<T>(kind, count, 0, of.get_device());
}
inline void *aligned_alloc(std::size_t alignment, std::size_t size, const device &of, const context &, usm::alloc kind,
                           const property_list & = {}) {
  return detail::allocate(kind, size, alignment, of);
}
inline void *aligned_alloc(std::size_t alignment, std::size_t size, const queue &of, usm::alloc kind, const property_list & = {}) {
  return detail::allocate(kind, size, alignment, of.get_device());
}
template <class T>
T *aligned_alloc(std::size_t alignment, std::size_t count, const device &of, const context &, usm::alloc kind,
                 const property_list & = {}) {
  return detail::allocate_elements<T>(kind, count, alignment, of);
}
template <class T>
T *aligned_alloc(std::size_t alignment, std::size_t count, const queue &of, usm::alloc kind, const property_list & = {}) {
  return detail::allocate_elements<T>(kind, count, alignment, of.get_device());
}

inline void free(void *memory, const context &) { detail::check(sycl_rt_free(memory)); }
inline void free(void *memory, const queue &) { detail::check(sycl_rt_free(memory)); }

inline usm::alloc get_pointer_type(const void *memory, const context &) {
  std::uint32_t kind = 0;
  const sycl_rt_device *of = nullptr;
  detail::check(sycl_rt_pointer_info(memory, &kind, &of));
  constexpr usm::alloc kinds[] = {usm::alloc::unknown, usm::alloc::host, usm::alloc::device, usm::alloc::shared};
  return kinds[kind];
}
inline device get_pointer_device(const void *memory, const context &in) {
  std::uint32_t kind = 0;
  const sycl_rt_device *of = nullptr;
  detail::check(sycl_rt_pointer_info(memory, &kind, &of));
  if (!of) throw exception(errc::invalid, "found an address that is not of unified shared memory; expected one of an allocation");
  return kind == SYCL_RT_HOST_MEMORY ? in.get_devices()[0] : device(of);
}

// For containers of the standard library, on the host (section 4.8.4).
template <class T, usm::alloc Kind, std::size_t Alignment = 0> class usm_allocator {
  static_assert(Kind != usm::alloc::device, "memory of devices cannot be accessed on the host, where containers work");
  context in;
  device of;

  template <class, usm::alloc, std::size_t> friend class usm_allocator;

public:
  using value_type = T;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  template <class U_> struct rebind { using other = usm_allocator<U_, Kind, Alignment>; };
  usm_allocator() = delete;
  usm_allocator(const context &in, const device &of, const property_list & = {}) : in(in), of(of) {}
  usm_allocator(const queue &of, const property_list & = {}) : in(of.get_context()), of(of.get_device()) {}
  template <class U_> usm_allocator(const usm_allocator<U_, Kind, Alignment> &other) noexcept : in(other.in), of(other.of) {}
  T *allocate(std::size_t count) {
    T *memory = detail::allocate_elements<T>(Kind, count, Alignment, of);
    if (!memory && count > 0) throw exception(errc::memory_allocation, "there is no memory for so many elements");
    return memory;
  }
  void deallocate(T *memory, std::size_t) { free(memory, in); }
  template <class Other, usm::alloc OtherKind, std::size_t OtherAlignment>
  friend bool operator==(const usm_allocator &a, const usm_allocator<Other, OtherKind, OtherAlignment> &b) {
    return Kind == OtherKind && Alignment == OtherAlignment && a.in == b.in && a.of == b.of;
  }
  template <class Other, usm::alloc OtherKind, std::size_t OtherAlignment>
  friend bool operator!=(const usm_allocator &a, const usm_allocator<Other, OtherKind, OtherAlignment> &b) { return !(a == b); }
};
}}
