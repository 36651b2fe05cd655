// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clock of a device (the extension sycl_ext_oneapi_clock). On the host it is the processor's time stamp counter.
#pragma once
#include <cstdint>
#include <sycl/access.hpp>

#define SYCL_EXT_ONEAPI_CLOCK 1

SYCL_PASSES_INLINE_BEGIN
#ifdef __SYCL_DEVICE_ONLY__
SYP_BUILTIN(ReadClockKHR)
#endif
namespace sycl { inline namespace _V1 { namespace ext::oneapi::experimental {
enum class clock_scope : int {
  sub_group = detail::spirv(memory_scope::sub_group), work_group = detail::spirv(memory_scope::work_group),
  device = detail::spirv(memory_scope::device)
};
template <clock_scope Scope> std::uint64_t clock() {
  return SYP_CALL(unsigned long, ReadClockKHR, static_cast<int>(Scope));
}
}}}
SYCL_PASSES_INLINE_END
