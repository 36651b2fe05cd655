// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extension that prints as C does. A call prints its whole text, whatever other items print.
#pragma once
#include <sycl/detail/config.hpp>

SYCL_PASSES_INLINE_BEGIN
namespace sycl { inline namespace _V1 { namespace ext::oneapi::experimental {
template <class... Arguments> int printf(const char *format, Arguments... arguments) {
  _Pragma("clang diagnostic push")
  _Pragma("clang diagnostic ignored \"-Wformat-security\"")
  _Pragma("clang diagnostic ignored \"-Wformat-nonliteral\"")
  _Pragma("clang diagnostic ignored \"-Wdouble-promotion\"")
  return __builtin_printf(format, arguments...);
  _Pragma("clang diagnostic pop")
}
}}}
SYCL_PASSES_INLINE_END
