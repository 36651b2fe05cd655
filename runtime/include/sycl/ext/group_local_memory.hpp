// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local memory that a function of device code declares: the extension SYCL_EXT_ONEAPI_LOCAL_MEMORY.
//
// Each call has memory of its own, so each needs a type of its own. In C++20 that is a lambda; C++17 has none in the
// argument of a template, and the names are macros there that count.
#pragma once
#include <new>
#include <type_traits>
#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>

#define SYCL_EXT_ONEAPI_LOCAL_MEMORY 1

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
namespace detail {
// `Place` is a type of this call's, which no other translation unit has.
template <class T, class Place> T *memory_of_group() {
  static_assert(std::is_trivially_destructible_v<T>, "the type of group_local_memory is not trivially destructible");
#ifdef __SYCL_DEVICE_ONLY__
  struct alignas(T) room { unsigned char bytes[sizeof(T)]; };
  static __attribute__((opencl_local)) room memory;
  return reinterpret_cast<T *>(static_cast<room *>(&memory));
#else
  return on_the_host<T *>();
#endif
}
template <class T, class Place, class Group> local_ptr<T> uninitialized_memory_of_group() {
  static_assert(is_group_v<Group> && !std::is_same_v<Group, sub_group>, "group_local_memory is for work-groups");
  return memory_of_group<T, Place>();
}
template <class T, class Place, class Group, class... Arguments>
local_ptr<T> initialized_memory_of_group(const Group &of, Arguments &&...arguments) {
  auto memory = uninitialized_memory_of_group<T, Place, Group>();
  if (of.leader()) ::new (static_cast<void *>(memory.get())) T{std::forward<Arguments>(arguments)...};
  group_barrier(of);
  return memory;
}
}
namespace ext::oneapi {
#if __cplusplus >= 202002L
template <class T, class Group, class Place = decltype([] {})> local_ptr<T>
group_local_memory_for_overwrite(const Group &) {
  return detail::uninitialized_memory_of_group<T, Place, Group>();
}
template <class T, class Group, class Place = decltype([] {}), class... Arguments>
local_ptr<T> group_local_memory(const Group &of, Arguments &&...arguments) {
  return detail::initialized_memory_of_group<T, Place>(of, std::forward<Arguments>(arguments)...);
}
#else
namespace {
template <int Number> struct group_local_memory_of_call {
  template <class T, class Group> static local_ptr<T> for_overwrite(const Group &) {
    return detail::uninitialized_memory_of_group<T, group_local_memory_of_call, Group>();
  }
  template <class T, class Group, class... Arguments> static local_ptr<T>
  initialized(const Group &of, Arguments &&...arguments) {
    return detail::initialized_memory_of_group<T, group_local_memory_of_call>(of,
        std::forward<Arguments>(arguments)...);
  }
};
}
#define group_local_memory_for_overwrite group_local_memory_of_call<__COUNTER__>::template for_overwrite
#define group_local_memory group_local_memory_of_call<__COUNTER__>::template initialized
#endif
}
}}
SYCL_PASSES_INLINE_END
