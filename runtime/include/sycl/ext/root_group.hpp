// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All items of a launch as a group (the extension sycl_ext_oneapi_root_group), but for its barrier.
#pragma once
#include <sycl/group_algorithms.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
namespace ext::oneapi::experimental {
template <int Dimensions> class root_group {
  nd_item<Dimensions> item() const { return oneapi::this_work_item::get_nd_item<Dimensions>(); }

public:
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::device;
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = size_t;
  id<Dimensions> get_group_id() const { return {}; }
  id<Dimensions> get_local_id() const { return item().get_global_id(); }
  range<Dimensions> get_group_range() const {
    range<Dimensions> one;
    for (int d = 0; d < Dimensions; ++d) one[d] = 1;
    return one;
  }
  range<Dimensions> get_local_range() const { return item().get_global_range(); }
  range<Dimensions> get_max_local_range() const { return get_local_range(); }
  size_t get_group_linear_id() const { return 0; }
  size_t get_local_linear_id() const { return item().get_global_linear_id(); }
  size_t get_group_linear_range() const { return 1; }
  size_t get_local_linear_range() const { return get_local_range().size(); }
  bool leader() const { return get_local_linear_id() == 0; }
};
namespace this_work_item {
template <int Dimensions> root_group<Dimensions> get_root_group() { return {}; }
}
namespace this_kernel {
template <int Dimensions> root_group<Dimensions> get_root_group() { return {}; }
}
}
template <int Dimensions>
void group_barrier(const ext::oneapi::experimental::root_group<Dimensions> &, memory_scope = memory_scope::device) {
  static_assert(Dimensions < 0, "work-groups of a launch need not run at the same time, so a root_group has no "
                                "barrier; expected two launches");
}
template <int Dimensions> ext::oneapi::experimental::root_group<Dimensions>
nd_item<Dimensions>::ext_oneapi_get_root_group() const {
  return {};
}
}}
SYCL_PASSES_INLINE_END
