// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels as the pass `free-function-kernels` reads them, in the place of an attribute of DPC++'s compiler.
#pragma once
#include_next <sycl/ext/oneapi/free_function_kernel_properties.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {
struct device_has_key;
}
} // namespace _V1
} // namespace sycl

namespace sycl_rtc {
template <unsigned... N> struct property {
  const char *name;
  unsigned numbers[sizeof...(N)];
};
template <> struct property<> {
  const char *name;
};

namespace keys = sycl::ext::oneapi::experimental;
template <typename Key> inline constexpr const char *name = nullptr;
template <> inline constexpr const char *name<keys::nd_range_kernel_key> = "nd_range_kernel";
template <> inline constexpr const char *name<keys::single_task_kernel_key> = "single_task_kernel";
template <> inline constexpr const char *name<keys::work_group_size_key> = "work_group_size";
template <> inline constexpr const char *name<keys::work_group_size_hint_key> = "work_group_size_hint";
template <> inline constexpr const char *name<keys::max_work_group_size_key> = "max_work_group_size";
template <> inline constexpr const char *name<keys::max_linear_work_group_size_key> = "max_linear_work_group_size";
template <> inline constexpr const char *name<keys::sub_group_size_key> = "sub_group_size";
template <> inline constexpr const char *name<keys::device_has_key> = "device_has";

template <typename Key, typename... Numbers>
constexpr property<static_cast<unsigned>(Numbers::value)...> describe(keys::property_value<Key, Numbers...>) {
  static_assert(name<Key> != nullptr, "this property of functions is not in run-time compilation");
  if constexpr (sizeof...(Numbers) == 0)
    return {name<Key>};
  else
    return {name<Key>, {static_cast<unsigned>(Numbers::value)...}};
}
} // namespace sycl_rtc

#undef SYCL_EXT_ONEAPI_FUNCTION_PROPERTY
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(PROPERTY)                                                                    \
  [[clang::sycl_external]] [[clang::annotate("sycl-free-function", ::sycl_rtc::describe(PROPERTY))]]
