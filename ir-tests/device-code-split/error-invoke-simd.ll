; SYCL code that calls ESIMD code through `invoke_simd` must be in the same image.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='device-code-split<split-esimd;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 0
; RUN: %opt -disable-output -passes='device-code-split<o=%t/x.table>' %s

; CHECK: error: 'invoke_simd' calls detected, '-split-esimd' must not be specified

target triple = "spir64-unknown-unknown"

define internal spir_func void @called_esimd() !sycl_explicit_simd !0 {
  ret void
}
define spir_kernel void @kernel() #0 {
  call void @_Z33__regcall3____builtin_invoke_simdPv(ptr @called_esimd)
  ret void
}
declare void @_Z33__regcall3____builtin_invoke_simdPv(ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{}
