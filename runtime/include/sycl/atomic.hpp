// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic objects of SYCL 1.2.1 (its section 4.11), which SYCL 2020 has as deprecated. All operations are relaxed.
#pragma once
#include <sycl/atomic_ref.hpp>
#include <sycl/multi_ptr.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
template <class T, access::address_space Space = access::address_space::global_space> class atomic {
  static_assert(Space == access::address_space::global_space || Space == access::address_space::local_space ||
                  Space == access::address_space::ext_intel_global_device_space,
                "sycl::atomic is for global and local memory; expected sycl::atomic_ref for others");
  T *object;
  using reference = atomic_ref<T, memory_order::relaxed, memory_scope::device>;

public:
  template <class From, access::decorated Form, detail::only_if<sizeof(From) == sizeof(T)> = 0>
  atomic(multi_ptr<From, Space, Form> at) : object(reinterpret_cast<T *>(at.get_raw())) {}
  void store(T value, memory_order = memory_order::relaxed) { reference(*object).store(value); }
  T load(memory_order = memory_order::relaxed) const { return reference(*object).load(); }
  T exchange(T value, memory_order = memory_order::relaxed) { return reference(*object).exchange(value); }
  bool compare_exchange_strong(T &expected, T value, memory_order = memory_order::relaxed,
                               memory_order = memory_order::relaxed) {
    return reference(*object).compare_exchange_strong(expected, value);
  }
#define SYCL_PASSES_FETCH(name) \
  T fetch_##name(T value, memory_order = memory_order::relaxed) { return reference(*object).fetch_##name(value); }
  SYCL_PASSES_FETCH(add) SYCL_PASSES_FETCH(sub) SYCL_PASSES_FETCH(and) SYCL_PASSES_FETCH(or) SYCL_PASSES_FETCH(xor)
  SYCL_PASSES_FETCH(min) SYCL_PASSES_FETCH(max)
#undef SYCL_PASSES_FETCH
};
template <class T, access::address_space Space>
void atomic_store(atomic<T, Space> of, T value, memory_order = memory_order::relaxed) {
  of.store(value);
}
template <class T, access::address_space Space>
T atomic_load(atomic<T, Space> of, memory_order = memory_order::relaxed) {
  return of.load();
}
template <class T, access::address_space Space>
T atomic_exchange(atomic<T, Space> of, T value, memory_order = memory_order::relaxed) {
  return of.exchange(value);
}
template <class T, access::address_space Space>
bool atomic_compare_exchange_strong(atomic<T, Space> of, T &expected, T value, memory_order = memory_order::relaxed,
                                    memory_order = memory_order::relaxed) {
  return of.compare_exchange_strong(expected, value);
}
#define SYCL_PASSES_FETCH(name) \
  template <class T, access::address_space Space> \
  T atomic_fetch_##name(atomic<T, Space> of, T value, memory_order = memory_order::relaxed) { \
    return of.fetch_##name(value); \
  }
SYCL_PASSES_FETCH(add) SYCL_PASSES_FETCH(sub) SYCL_PASSES_FETCH(and) SYCL_PASSES_FETCH(or) SYCL_PASSES_FETCH(xor)
SYCL_PASSES_FETCH(min) SYCL_PASSES_FETCH(max)
#undef SYCL_PASSES_FETCH
}}
SYCL_PASSES_INLINE_END
