// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A number for the translation unit. It is not part of precompiled headers, whose main file is another one: sycl++
// includes it behind them.
#pragma once
#include <sycl/detail/names.hpp>

namespace sycl { inline namespace _V1 { namespace detail {
template <class Name> constexpr unsigned long unit_number(of_unit<Name>) { return hash_of(__BASE_FILE__); }
}}}
