// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Specialization constants. The pass `spec-constants` lowers the calls; the symbolic id of one is the mangled name of
// `detail::constant<S>`.
#pragma once
namespace sycl { inline namespace _V1 {
template <class T> struct specialization_id {
  using value_type = T;
  T value;
  template <class... A> explicit constexpr specialization_id(A &&...a) : value(static_cast<A &&>(a)...) {}
};
namespace detail {
template <auto &Id> struct constant;
template <class T> T value_in(const specialization_id<T> &);
template <auto &Id> using value_of = decltype(value_in(Id));
}
template <auto &Id> detail::value_of<Id> get_specialization_constant() {
  using T = detail::value_of<Id>;
  constexpr auto name = __builtin_sycl_unique_stable_name(detail::constant<Id>);
  if constexpr (__is_scalar(T)) return SYP_CONSTANT(Scalar);
  else return SYP_CONSTANT(Composite);
}
struct kernel_handler {
  template <auto &Id> auto get_specialization_constant() const { return _V1::get_specialization_constant<Id>(); }
};
}}
