// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extension that prints as C does. A call prints its whole text, whatever other items print.
#pragma once
#include <sycl/half.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 {
namespace detail {
// C has no format for `half`; it prints as the other floating-point numbers do.
template <class T> T printed(T argument) { return argument; }
inline double printed(half argument) { return static_cast<double>(argument); }
}
namespace ext::oneapi::experimental {
template <class... Arguments> int printf(const char *format, Arguments... arguments) {
  _Pragma("clang diagnostic push")
  _Pragma("clang diagnostic ignored \"-Wformat-security\"")
  _Pragma("clang diagnostic ignored \"-Wformat-nonliteral\"")
  _Pragma("clang diagnostic ignored \"-Wdouble-promotion\"")
  return __builtin_printf(format, sycl::detail::printed(arguments)...);
  _Pragma("clang diagnostic pop")
}
}}}
SYCL_PASSES_INLINE_END
