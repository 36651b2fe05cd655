// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbolic ids of specialization constants. Included by sycl_passes.hpp in namespace syp::detail, and by <sycl/sycl.hpp>
// in sycl::detail, behind mangled_name.hpp and a function `number_of_unit`.
//
// The id of a variable is its mangled name. Variables with internal linkage can have one name in several translation
// units and are different constants, so their ids end with a number of the translation unit.

// A character of a name that has `.` and 16 digits behind its length.
constexpr char character(const char *name, unsigned long unit, unsigned long length, unsigned long i) {
  if (i < length) return name[i];
  return i == length ? '.' : "0123456789abcdef"[unit >> (4 * (i - length - 1)) & 15];
}
template <auto &Id> struct constant_name {
  static constexpr const char *name = __builtin_sycl_unique_stable_name(constant<Id>);
  static constexpr bool is_of_unit = mangled_name{name}.has_internal_linkage();
};
// An array of its own, which device code refers to as it would to a string.
template <auto &Id, class> struct unit_name;
template <auto &Id, std::size_t... I_> struct unit_name<Id, std::index_sequence<I_...>> {
  static constexpr char text[] = {character(constant_name<Id>::name, number_of_unit<constant<Id>>(), sizeof...(I_) - 17, I_)..., 0};
};
template <auto &Id> constexpr const char *id_of() {
  constexpr const char *name = constant_name<Id>::name;
  if constexpr (!constant_name<Id>::is_of_unit) return name;
  else return unit_name<Id, std::make_index_sequence<__builtin_strlen(name) + 17>>::text;
}
template <auto &Id> inline constexpr const char *symbolic_id = id_of<Id>();
