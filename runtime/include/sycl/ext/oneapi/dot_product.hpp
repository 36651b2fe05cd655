// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extension sycl_ext_oneapi_dot_accumulate: products of four bytes each, added to a number. In words, the lowest byte
// is the first.
#pragma once
#include <cstdint>
#include <sycl/vec.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 { namespace ext::oneapi {
template <class First, class Second, detail::only_if<sizeof(First) == 1 && sizeof(Second) == 1> = 0>
std::int32_t dot_acc(vec<First, 4> a, vec<Second, 4> b, std::int32_t sum) {
  for (int n = 0; n < 4; ++n) sum += static_cast<std::int32_t>(a[n]) * static_cast<std::int32_t>(b[n]);
  return sum;
}
// Bytes are signed as the words are.
template <class First, class Second,
          detail::only_if<std::is_integral_v<First> && std::is_integral_v<Second> && sizeof(First) == 4 && sizeof(Second) == 4> = 0>
std::int32_t dot_acc(First a, Second b, std::int32_t sum) {
  using first = std::conditional_t<std::is_signed_v<First>, std::int8_t, std::uint8_t>;
  using second = std::conditional_t<std::is_signed_v<Second>, std::int8_t, std::uint8_t>;
  for (int n = 0; n < 4; ++n)
    sum += static_cast<std::int32_t>(static_cast<first>(a >> (8 * n))) * static_cast<std::int32_t>(static_cast<second>(b >> (8 * n)));
  return sum;
}
}}}
SYCL_PASSES_INLINE_END
