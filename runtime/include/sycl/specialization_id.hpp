// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Specialization constants (section 4.9.5): their declaration, and their values in kernels. The pass `spec-constants`
// lowers the calls; the runtime gives each launch its values, by the constants' symbolic ids.
#pragma once
#include <type_traits>
#include <utility>
#include <sycl/detail/entry.hpp>

namespace sycl { inline namespace _V1 {
template <class T> class specialization_id {
  T value;
  friend class kernel_handler;

public:
  using value_type = T;
  template <class... Args, detail::only_if<std::is_constructible_v<T, Args...>> = 0>
  explicit constexpr specialization_id(Args &&...args) : value(std::forward<Args>(args)...) {}
  specialization_id(const specialization_id &) = delete;
  specialization_id &operator=(const specialization_id &) = delete;
  constexpr const T &default_() const { return value; } // for this implementation
};

namespace detail {
template <auto &Id> class constant; // names a constant in its symbolic id
template <class Id> struct constant_value {
  static_assert(is_false<Id>, "found something else than a specialization_id as a specialization constant; expected a "
                              "`constexpr sycl::specialization_id<T>` (section 4.9.5)");
  using type = int;
};
template <class T> struct constant_value<specialization_id<T>> { using type = T; };
template <auto &Id> using constant_type = typename constant_value<bare<decltype(Id)>>::type;
#include <sycl_passes/symbolic_id.hpp>
}

template <auto &Id> [[gnu::always_inline]] inline auto kernel_handler::get_specialization_constant() const {
  using T = detail::constant_type<Id>;
  static_assert(std::is_trivially_copyable_v<T>, "the type of a specialization constant is not trivially copyable");
#ifdef __SYCL_DEVICE_ONLY__
  constexpr const char *name = detail::symbolic_id<Id>;
  if constexpr (std::is_scalar_v<T>) return SYP_CONSTANT(Scalar);
  else return SYP_CONSTANT(Composite);
#else
  return detail::on_the_host<T>();
#endif
}
}}
