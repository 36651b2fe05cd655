// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bits of an object as another type: C++20's std::bit_cast (section 3.9.2).
#pragma once
#include <type_traits>
#include <sycl/detail/config.hpp>

namespace sycl { inline namespace _V1 {
template <class To, class From> constexpr To bit_cast(const From &from) noexcept {
  static_assert(sizeof(To) == sizeof(From), "bit_cast is between types of one size");
  static_assert(std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>,
      "bit_cast is between trivially copyable types");
  return __builtin_bit_cast(To, from);
}
}}
