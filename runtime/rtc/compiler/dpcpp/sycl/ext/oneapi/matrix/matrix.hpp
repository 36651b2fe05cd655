// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices of groups, which are types that only DPC++'s compiler has.
#pragma once
#include <sycl/ext/oneapi/matrix/matrix-unified-utils.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental::matrix {
template <typename Group, typename T, use, size_t, size_t, layout = layout::dynamic> struct joint_matrix {
  static_assert(sizeof(Group) == 0, "joint_matrix is not in run-time compilation: stock clang has no type for it");
};
} // namespace ext::oneapi::experimental::matrix
} // namespace _V1
} // namespace sycl
