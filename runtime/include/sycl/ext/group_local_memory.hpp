// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local memory that a function of device code declares: the extension SYCL_EXT_ONEAPI_LOCAL_MEMORY.
#pragma once
#include <new>
#include <type_traits>
#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>

#define SYCL_EXT_ONEAPI_LOCAL_MEMORY 1

#ifdef __SYCL_DEVICE_ONLY__
// The device link gives each call that is left in device code memory of its own, so all between the program's call and
// this one is inlined.
extern "C" [[clang::sycl_external]] __attribute__((opencl_local)) unsigned char *
__sycl_allocateLocalMemory(std::size_t size, std::size_t alignment) noexcept;
#endif

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 { namespace ext::oneapi {
template <class T, class Group> local_ptr<T> group_local_memory_for_overwrite(const Group &) {
  static_assert(is_group_v<Group> && !std::is_same_v<Group, sub_group>, "group_local_memory is for work-groups");
  static_assert(std::is_trivially_destructible_v<T>, "the type of group_local_memory is not trivially destructible");
#ifdef __SYCL_DEVICE_ONLY__
  return static_cast<T *>(static_cast<void *>(__sycl_allocateLocalMemory(sizeof(T), alignof(T))));
#else
  return detail::on_the_host<T *>();
#endif
}
template <class T, class Group, class... Arguments>
local_ptr<T> group_local_memory(const Group &of, Arguments &&...arguments) {
  local_ptr<T> memory = group_local_memory_for_overwrite<T>(of);
  if (of.leader()) ::new (static_cast<void *>(memory.get())) T{std::forward<Arguments>(arguments)...};
  group_barrier(of);
  return memory;
}
}}}
SYCL_PASSES_INLINE_END
