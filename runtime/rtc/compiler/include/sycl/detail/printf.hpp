// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
int __spirv_ocl_printf(const __attribute__((opencl_constant)) char *format, ...) noexcept;
namespace sycl { inline namespace _V1 { namespace ext::oneapi::experimental {
// The format is in constant memory: `static const __attribute__((opencl_constant)) char format[] = "%d\\n";`
template <class... A> int printf(const __attribute__((opencl_constant)) char *format, A... arguments) {
  return __spirv_ocl_printf(format, arguments...);
}
}}}
