// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hierarchical kernels (section 4.9.4.2.3): a function for each work-group, in which loops run over its items.
//
// The first item of a group runs the function, so what stands between the loops happens once and its variables are
// shared; the loops are loops of that item.
#pragma once
#include <cstddef>
#include <cstdint>
#include <sycl/handler.hpp>
#include <sycl/items.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
template <int Dimensions = 1> class h_item {
  range<Dimensions> global_, logical, physical;
  id<Dimensions> at; // in the logical range
  id<Dimensions> of_group;

public:
  static constexpr int dimensions = Dimensions;
  h_item(const range<Dimensions> &global, const range<Dimensions> &logical, const range<Dimensions> &physical,
         const id<Dimensions> &at, const id<Dimensions> &of_group)
      : global_(global), logical(logical), physical(physical), at(at), of_group(of_group) {}
  item<Dimensions, false> get_global() const { return {get_global_id(), global_, id<Dimensions>()}; }
  item<Dimensions, false> get_local() const { return get_logical_local(); }
  item<Dimensions, false> get_logical_local() const { return {at, logical, id<Dimensions>()}; }
  item<Dimensions, false> get_physical_local() const { return {at % physical, physical, id<Dimensions>()}; }
  range<Dimensions> get_global_range() const { return global_; }
  size_t get_global_range(int d) const { return global_[d]; }
  id<Dimensions> get_global_id() const { return of_group * id<Dimensions>(physical) + at % physical; }
  size_t get_global_id(int d) const { return get_global_id()[d]; }
  range<Dimensions> get_local_range() const { return logical; }
  size_t get_local_range(int d) const { return logical[d]; }
  id<Dimensions> get_local_id() const { return at; }
  size_t get_local_id(int d) const { return at[d]; }
  range<Dimensions> get_logical_local_range() const { return logical; }
  size_t get_logical_local_range(int d) const { return logical[d]; }
  id<Dimensions> get_logical_local_id() const { return at; }
  size_t get_logical_local_id(int d) const { return at[d]; }
  range<Dimensions> get_physical_local_range() const { return physical; }
  size_t get_physical_local_range(int d) const { return physical[d]; }
  id<Dimensions> get_physical_local_id() const { return at % physical; }
  size_t get_physical_local_id(int d) const { return at[d] % physical[d]; }
  friend bool operator==(const h_item &a, const h_item &b) {
    return a.at == b.at && a.of_group == b.of_group && a.logical == b.logical && a.physical == b.physical &&
           a.global_ == b.global_;
  }
  friend bool operator!=(const h_item &a, const h_item &b) { return !(a == b); }
};

template <int Dimensions> template <class Function> void group<Dimensions>::parallel_for_work_item(const Function &function) const {
  parallel_for_work_item(get_local_range(), function);
}
template <int Dimensions>
template <class Function>
void group<Dimensions>::parallel_for_work_item(range<Dimensions> logical, const Function &function) const {
  range<Dimensions> global = get_global_range(), physical = get_local_range();
  id<Dimensions> of_group = get_group_id();
  size_t count = logical.size();
  for (size_t n = 0; n < count; ++n) {
    id<Dimensions> at;
    size_t rest = n;
    for (int d = Dimensions - 1; d > 0; --d) at[d] = rest % logical[d], rest /= logical[d];
    at[0] = rest;
    function(h_item<Dimensions>(global, logical, physical, at, of_group));
  }
}

namespace detail {
// Memory of a group for private_memory; for the leader alone. Every GPU has 48 KiB of local memory for a kernel.
inline constexpr size_t private_memory_size = 40 * 1024;
#ifdef __SYCL_DEVICE_ONLY__
extern "C" void __assert_fail(const char *said, const char *file, unsigned line, const char *function) noexcept;
inline std::byte *private_memory_of_group(size_t size, bool starts) {
  alignas(64) static __attribute__((opencl_local)) std::byte memory[private_memory_size];
  static __attribute__((opencl_local)) std::uint32_t used;
  if (starts) {
    used = 0;
    return nullptr;
  }
  std::uint32_t at = used;
  used = at + static_cast<std::uint32_t>((size + 63) / 64 * 64);
  if (used > private_memory_size)
    __assert_fail("the private_memory of a group fits into 40 KiB", __FILE__, __LINE__, "sycl::private_memory");
  return static_cast<std::byte *>(static_cast<void *>(memory + at));
}
#else
inline std::byte *private_memory_of_group(size_t, bool) { return on_the_host<std::byte *>(); }
#endif
}
// A variable of each item that lasts from one loop to the next.
template <class T, int Dimensions = 1> class private_memory {
  T *values;
  range<Dimensions> size;

public:
  private_memory(const group<Dimensions> &of)
      : values(static_cast<T *>(static_cast<void *>(detail::private_memory_of_group(of.get_local_range().size() * sizeof(T), false)))),
        size(of.get_local_range()) {}
  private_memory(const private_memory &) = delete;
  T &operator()(const h_item<Dimensions> &of) { return values[detail::linear<Dimensions>(of.get_physical_local_id(), size)]; }
};

namespace detail {
// Kernel with a function for each group.
template <class Function, int Dimensions> struct for_group {
  Function function;
  void operator()(const nd_item<Dimensions> &item) const {
    if (item.get_local_linear_id() != 0) return;
    private_memory_of_group(0, true);
    group<Dimensions> own = item.get_group();
    call(function, own);
  }
};
}
}}
SYCL_PASSES_INLINE_END

namespace sycl { inline namespace _V1 {
template <class Name, class Function, int Dimensions>
void handler::parallel_for_work_group(range<Dimensions> groups, const Function &function) {
  range<Dimensions> one = groups;
  for (int d = 0; d < Dimensions; ++d) one[d] = 1;
  parallel_for_work_group<Name>(groups, one, function);
}
template <class Name, class Function, int Dimensions>
void handler::parallel_for_work_group(range<Dimensions> groups, range<Dimensions> local, const Function &function) {
  launch_groups<detail::name_of<Name, Function>>(nd_range<Dimensions>(groups * local, local),
                                                 detail::for_group<Function, Dimensions>{function});
}
}}
