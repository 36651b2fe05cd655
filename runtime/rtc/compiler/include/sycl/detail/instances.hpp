// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instances of templates that most kernels use, so that the precompiled header has them: to read one takes less time
// than to make it. These functions are not called, and clang emits what is called only.
#pragma once
namespace sycl { inline namespace _V1 { namespace detail {
template <class I> size_type instances(const I &i) { return i[0] + i.get_linear_id() + i.get_id()[0] + i.get_range(0); }
template <int D> size_type instances() {
  auto i = ext::oneapi::this_work_item::get_nd_item<D>();
  size_type n = instances(item<D>()) + i.get_global_linear_id() + i.get_local_linear_id() + i.get_group_linear_id();
  n += i.get_global_id()[0] + i.get_local_id()[0] + i.get_group()[0] + i.get_global_id(0) + i.get_local_id(0);
  return n + i.get_group(0) + i.get_global_range(0) + i.get_local_range(0) + i.get_group_range(0);
}
inline size_type instances() { return instances<1>() + instances<2>() + instances<3>(); }
}}}
