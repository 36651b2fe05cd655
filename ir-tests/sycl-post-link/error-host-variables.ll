; In linked device code of SYCL, kernels may not use variables of the host that are not constant, and may not throw. No
; file is written. Kernels of OpenCL C may have such variables, and undefined functions are warned of.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;properties;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 0
; RUN: sed 's/() #0 /() /; s/_ZTS1K/kernel_k/' %s | %opt -disable-output -passes='sycl-post-link<split=kernel;properties;o=%t/x.table>'
; RUN: sed 's/() #0 /() /' %s | not %opt -disable-output -passes='sycl-post-link<split=kernel;properties;o=%t/x.table>' 2>&1 | FileCheck %s --check-prefix=NAME

; CHECK: error: a.cpp: kernel `K` uses the variable `counter`, which is the host's and not constant,
; CHECK-NEXT: a.cpp: kernel `K` throws an exception in function `f()`; expected code without `throw`, which devices do not have
; NAME: kernel `K` uses the variable `counter`

target triple = "spir64-unknown-unknown"

@counter = addrspace(1) global i32 0

declare spir_func void @__cxa_throw(ptr addrspace(4), ptr addrspace(1), ptr addrspace(4))

define spir_kernel void @_ZTS1K() #0 {
  store i32 1, ptr addrspace(1) @counter
  call spir_func void @_Z1fv()
  ret void
}
define internal spir_func void @_Z1fv() {
  call spir_func void @__cxa_throw(ptr addrspace(4) null, ptr addrspace(1) null, ptr addrspace(4) null)
  unreachable
}
attributes #0 = { "sycl-module-id"="a.cpp" }
