// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties that make a function a kernel, and where it finds its item: DPC++'s extensions for free function kernels.
#pragma once
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
namespace sycl { inline namespace _V1 { namespace ext::oneapi {
namespace this_work_item {
template <int D> nd_item<D> get_nd_item() { return {}; }
template <int D> group<D> get_work_group() { return {}; }
inline sub_group get_sub_group() { return {}; }
}
namespace experimental {
namespace detail {
template <unsigned... N> struct property { const char *name; unsigned numbers[sizeof...(N)]; };
template <> struct property<> { const char *name; };
}
template <int D> inline constexpr detail::property<D> nd_range_kernel{"nd_range_kernel", {D}};
inline constexpr detail::property<> single_task_kernel{"single_task_kernel"};
#define SYP_PROPERTY(name, type) \
  template <type... N> \
  inline constexpr detail::property<static_cast<unsigned>(N)...> name{#name, {static_cast<unsigned>(N)...}};
SYP_PROPERTY(work_group_size, size_t) SYP_PROPERTY(work_group_size_hint, size_t)
SYP_PROPERTY(max_work_group_size, size_t) SYP_PROPERTY(device_has, aspect)
template <> inline constexpr detail::property<> device_has<>{"device_has"};
#undef SYP_PROPERTY
template <size_t N> inline constexpr detail::property<N> max_linear_work_group_size{"max_linear_work_group_size", {N}};
template <unsigned N> inline constexpr detail::property<N> sub_group_size{"sub_group_size", {N}};
template <int D> nd_item<D> this_nd_item() { return {}; }
template <int D> group<D> this_group() { return {}; }
template <int D> id<D> this_id() { return item<D>().get_id(); }
inline sub_group this_sub_group() { return {}; }
}
}}}
#pragma clang attribute pop
