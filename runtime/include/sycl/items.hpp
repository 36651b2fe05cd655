// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes of the arguments of a kernel's function: item, nd_item, group, sub_group, h_item's base (sections 4.9.1.4 to
// 4.9.1.8).
//
// An nd_item and the groups hold nothing: they ask the device. An item of a `range` knows its range, since launches
// round it up to whole work-groups.
#pragma once
#include <sycl/access.hpp>
#include <sycl/index_space.hpp>

// Size that get_sub_group() states for the kernels that call it: stock clang drops [[sycl::reqd_sub_group_size]], and
// code that uses sub-groups mostly means 32.
#ifndef SYCL_SUB_GROUP_SIZE
#define SYCL_SUB_GROUP_SIZE 32
#endif

SYCL_PASSES_INLINE_BEGIN
// Members for all dimensions and for one.
#define SYCL_PASSES_INDEX(type, name, builtin) \
  size_t name(int d) const { return SYCL_PASSES_AT(builtin, Dimensions, d); } \
  type<Dimensions> name() const { \
    type<Dimensions> all; \
    for (int d = 0; d < Dimensions; ++d) all[d] = name(d); \
    return all; \
  }
#define SYCL_PASSES_LINEAR(name, at, of) \
  size_t name() const { \
    size_t number = SYCL_PASSES_AT(at, Dimensions, 0); \
    for (int d = 1; d < Dimensions; ++d) \
      number = number * SYCL_PASSES_AT(of, Dimensions, d) + SYCL_PASSES_AT(at, Dimensions, d); \
    return number; \
  }
#define SYCL_PASSES_NUMBER(name, builtin) std::uint32_t name() const { return SYP_CALL(__UINT32_TYPE__, BuiltIn##builtin); }

namespace sycl { inline namespace _V1 {
namespace detail {
template <memory_scope Execution> void barrier(memory_scope memory = Execution) {
  SYP_CALL_IN(void, ControlBarrier, spirv(Execution), spirv(memory), spirv(memory_order::seq_cst));
}
// Access to the groups and items that are not copies.
struct in_kernel {};
inline void states_sub_group_size() { SYCL_PASSES_FACT("reqd_sub_group_size", SYCL_SUB_GROUP_SIZE); }
// The pointer in a copy of a whole group, which has ended when the call returns and all have met at a barrier.
template <class T> T *raw_pointer(T *pointer) { return pointer; }
template <class Pointer> auto raw_pointer(const Pointer &pointer) -> decltype(pointer.get_raw()) { return pointer.get_raw(); }
template <class Pointer, class = void> inline constexpr bool is_local_pointer = false;
template <class Pointer> inline constexpr bool is_local_pointer<Pointer, std::void_t<decltype(Pointer::address_space)>> =
  Pointer::address_space == access::address_space::local_space;
}
class device_event {
public:
  void wait() const { detail::barrier<memory_scope::work_group>(); }
};

template <int Dimensions, bool WithOffset> class item : public detail::as_number<item<Dimensions, WithOffset>, Dimensions> {
  id<Dimensions> at;
  range<Dimensions> of;
  id<Dimensions> start;
  template <int, bool> friend class item;

public:
  static constexpr int dimensions = Dimensions;
  item() = delete;
  // Only kernels are given items.
  constexpr item(id<Dimensions> at, range<Dimensions> of, id<Dimensions> start) : at(at), of(of), start(start) {}
  template <bool Other, detail::only_if<WithOffset && !Other> = 0>
  constexpr item(const item<Dimensions, Other> &other) : at(other.at), of(other.of), start(other.start) {}
  constexpr id<Dimensions> get_id() const { return at; }
  constexpr size_t get_id(int d) const { return at[d]; }
  constexpr size_t operator[](int d) const { return at[d]; }
  constexpr range<Dimensions> get_range() const { return of; }
  constexpr size_t get_range(int d) const { return of[d]; }
  template <bool Same = WithOffset, detail::only_if<Same> = 0> constexpr id<Dimensions> get_offset() const { return start; }
  constexpr size_t get_linear_id() const { return detail::linear<Dimensions>(at - start, of); }
  friend constexpr bool operator==(const item &a, const item &b) { return a.at == b.at && a.of == b.of && a.start == b.start; }
  friend constexpr bool operator!=(const item &a, const item &b) { return !(a == b); }
};

template <int Dimensions = 1> class group {
public:
  group() = delete;
  explicit constexpr group(detail::in_kernel) {} // for this implementation
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = size_t;
  SYCL_PASSES_INDEX(id, get_group_id, WorkgroupId) SYCL_PASSES_INDEX(id, get_id, WorkgroupId)
  SYCL_PASSES_INDEX(id, get_local_id, LocalInvocationId)
  SYCL_PASSES_INDEX(range, get_local_range, WorkgroupSize) SYCL_PASSES_INDEX(range, get_group_range, NumWorkgroups)
  SYCL_PASSES_INDEX(range, get_max_local_range, WorkgroupSize)
  SYCL_PASSES_INDEX(range, get_global_range, GlobalSize)
  size_t operator[](int d) const { return get_group_id(d); }
  SYCL_PASSES_LINEAR(get_group_linear_id, WorkgroupId, NumWorkgroups)
  SYCL_PASSES_LINEAR(get_linear_id, WorkgroupId, NumWorkgroups)
  SYCL_PASSES_LINEAR(get_local_linear_id, LocalInvocationId, WorkgroupSize)
  size_t get_group_linear_range() const { return get_group_range().size(); }
  size_t get_local_linear_range() const { return get_local_range().size(); }
  bool leader() const { return get_local_linear_id() == 0; }

  template <class To, class From>
  device_event async_work_group_copy(To to, From from, size_t count, size_t stride = 1) const {
    auto *target = detail::raw_pointer(to);
    auto *source = detail::raw_pointer(from);
    // The stride is that of global memory.
    const size_t to_stride = detail::is_local_pointer<From> ? stride : 1, from_stride = detail::is_local_pointer<From> ? 1 : stride;
    for (size_t i = get_local_linear_id(), n = get_local_linear_range(); i < count; i += n)
      target[i * to_stride] = source[i * from_stride];
    return {};
  }
  template <class... Events> void wait_for(const Events &...) const {
    detail::barrier<memory_scope::work_group>();
  }
  // Defined in hierarchical.hpp.
  template <class Function> void parallel_for_work_item(const Function &function) const;
  template <class Function> void parallel_for_work_item(range<Dimensions> logical, const Function &function) const;
  friend bool operator==(const group &a, const group &b) { return a.get_group_id() == b.get_group_id(); }
  friend bool operator!=(const group &a, const group &b) { return !(a == b); }
};

class sub_group {
public:
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  SYCL_PASSES_NUMBER(get_group_linear_id, SubgroupId) SYCL_PASSES_NUMBER(get_group_linear_range, NumSubgroups)
  SYCL_PASSES_NUMBER(get_local_linear_id, SubgroupLocalInvocationId)
  SYCL_PASSES_NUMBER(get_local_linear_range, SubgroupSize)
  id<1> get_group_id() const { return get_group_linear_id(); }
  id<1> get_local_id() const { return get_local_linear_id(); }
  range<1> get_group_range() const { return get_group_linear_range(); }
  range<1> get_local_range() const { return get_local_linear_range(); }
  range<1> get_max_local_range() const { return SYP_CALL(__UINT32_TYPE__, BuiltInSubgroupMaxSize); }
  bool leader() const { return get_local_linear_id() == 0; }
  // Members of earlier versions that programs still call; most are defined in group_algorithms.hpp.
  template <class... Spaces> void barrier(Spaces...) const {
    detail::barrier<memory_scope::sub_group>();
  }
  template <class T> T shuffle(T value, id<1> at) const;
  template <class T> T shuffle_down(T value, std::uint32_t by) const;
  template <class T> T shuffle_up(T value, std::uint32_t by) const;
  template <class T> T shuffle_xor(T value, id<1> mask) const;
  template <class T> T broadcast(T value, id<1> at) const;
  bool any(bool is_true) const;
  bool all(bool is_true) const;
  template <class T, class... Rest> T reduce(T value, const Rest &...rest) const;
  template <class T, class... Rest> T inclusive_scan(T value, const Rest &...rest) const;
  template <class T, class... Rest> T exclusive_scan(T value, const Rest &...rest) const;
  template <class Pointer> auto load(Pointer from) const { return detail::raw_pointer(from)[get_local_linear_id()]; }
  template <class Pointer, class T> void store(Pointer to, const T &value) const {
    detail::raw_pointer(to)[get_local_linear_id()] = value;
  }
  // Each item has elements that are as far apart as the sub-group has items.
  template <int Elements, class Pointer> auto load(Pointer from) const;
  template <int Elements, class Pointer, class Vector> void store(Pointer to, const Vector &value) const;
  friend bool operator==(const sub_group &a, const sub_group &b) { return a.get_group_linear_id() == b.get_group_linear_id(); }
  friend bool operator!=(const sub_group &a, const sub_group &b) { return !(a == b); }
};

namespace ext::oneapi::experimental { template <int Dimensions> class root_group; }
template <int Dimensions = 1> class nd_item {
public:
  nd_item() = delete;
  explicit constexpr nd_item(detail::in_kernel) {} // for this implementation
  static constexpr int dimensions = Dimensions;
  SYCL_PASSES_INDEX(id, get_global_id, GlobalInvocationId) SYCL_PASSES_INDEX(range, get_global_range, GlobalSize)
  SYCL_PASSES_INDEX(id, get_local_id, LocalInvocationId) SYCL_PASSES_INDEX(range, get_local_range, WorkgroupSize)
  SYCL_PASSES_INDEX(range, get_group_range, NumWorkgroups)
  SYCL_PASSES_LINEAR(get_local_linear_id, LocalInvocationId, WorkgroupSize)
  SYCL_PASSES_LINEAR(get_group_linear_id, WorkgroupId, NumWorkgroups)
  SYCL_PASSES_LINEAR(get_global_linear_id, GlobalInvocationId, GlobalSize)
  group<Dimensions> get_group() const { return group<Dimensions>(detail::in_kernel()); }
  size_t get_group(int d) const { return SYCL_PASSES_AT(WorkgroupId, Dimensions, d); }
  sub_group get_sub_group() const {
    detail::states_sub_group_size();
    return {};
  }
  id<Dimensions> get_offset() const { return {}; }
  nd_range<Dimensions> get_nd_range() const { return {get_global_range(), get_local_range()}; }

  ext::oneapi::experimental::root_group<Dimensions> ext_oneapi_get_root_group() const; // defined in ext/root_group.hpp

  // From earlier versions.
  void barrier(access::fence_space = access::fence_space::global_and_local) const {
    detail::barrier<memory_scope::work_group>();
  }
  template <access::mode Mode = access::mode::read_write>
  void mem_fence(access::fence_space = access::fence_space::global_and_local) const {
    SYP_CALL(void, MemoryBarrier, detail::spirv(memory_scope::work_group), detail::spirv(memory_order::acq_rel));
  }
  template <class To, class From>
  device_event async_work_group_copy(To to, From from, size_t count, size_t stride = 1) const {
    return get_group().async_work_group_copy(to, from, count, stride);
  }
  template <class... Events> void wait_for(const Events &...events) const { get_group().wait_for(events...); }
  friend bool operator==(const nd_item &a, const nd_item &b) { return a.get_global_id() == b.get_global_id(); }
  friend bool operator!=(const nd_item &a, const nd_item &b) { return !(a == b); }
};
#undef SYCL_PASSES_INDEX
#undef SYCL_PASSES_LINEAR
#undef SYCL_PASSES_NUMBER

// The extension SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES, and its names before.
namespace ext::oneapi {
using sycl::sub_group;
namespace this_work_item {
template <int Dimensions> nd_item<Dimensions> get_nd_item() { return nd_item<Dimensions>(detail::in_kernel()); }
template <int Dimensions> group<Dimensions> get_work_group() { return group<Dimensions>(detail::in_kernel()); }
inline sub_group get_sub_group() {
  detail::states_sub_group_size();
  return {};
}
}
namespace experimental {
template <int Dimensions> nd_item<Dimensions> this_nd_item() { return this_work_item::get_nd_item<Dimensions>(); }
template <int Dimensions> group<Dimensions> this_group() { return this_work_item::get_work_group<Dimensions>(); }
inline sub_group this_sub_group() { return this_work_item::get_sub_group(); }
}
}
template <int Dimensions> [[deprecated("sycl::ext::oneapi::this_work_item::get_work_group")]] group<Dimensions> this_group() {
  return group<Dimensions>(detail::in_kernel());
}
}}
SYCL_PASSES_INLINE_END
