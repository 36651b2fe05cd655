// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of kernels and of specialization constants of one translation unit, which other units may have, too, for others:
// those of `static` functions and of unnamed namespaces.
#pragma once
#include <type_traits>

namespace sycl { inline namespace _V1 { namespace detail {
#include <sycl_passes/mangled_name.hpp>

template <class Name> struct of_unit {};
// The function `unit_number` of unit.hpp is found by its argument, so that it may come behind a precompiled header.
template <class Name, class = void> struct unit_of {
  static constexpr unsigned long number = hash_of(__BASE_FILE__);
};
template <class Name> struct unit_of<Name, std::void_t<decltype(unit_number(of_unit<Name>()))>> {
  static constexpr unsigned long number = unit_number(of_unit<Name>());
};
template <class Name> constexpr unsigned long number_of_unit() { return unit_of<Name>::number; }

template <class Name> constexpr bool is_of_unit() {
  constexpr const char *name = __builtin_sycl_unique_stable_name(Name);
  return mangled_name{name}.has_internal_linkage();
}
template <unsigned long Unit, class Name> struct in_unit;
template <class Name, bool = is_of_unit<Name>()> struct name_in_unit { using type = Name; };
template <class Name> struct name_in_unit<Name, true> { using type = in_unit<number_of_unit<Name>(), Name>; };
// The type by which a kernel is known.
template <class Name> using kernel_name = typename name_in_unit<Name>::type;
}}}
