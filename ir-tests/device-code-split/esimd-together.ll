; Without `split-esimd`, an image may hold both kinds of code, and has a plain name.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<symbols;S;o=%t/x.table>' %s 2>&1 | FileCheck %s --check-prefix=MESSAGES --allow-empty
; RUN: ls %t | FileCheck %s --check-prefix=FILES --match-full-lines
; RUN: FileCheck %s --input-file=%t/x_0.ll

; MESSAGES-NOT: Undefined

; FILES:      x.table
; FILES-NEXT: x_0.ll
; FILES-NEXT: x_0.sym
; FILES-NOT:  {{.+}}

target triple = "spir64-unknown-unknown"

; CHECK: define internal spir_func void @called_esimd()
define linkonce_odr spir_func void @called_esimd() !sycl_explicit_simd !0 {
  ret void
}
; CHECK: define spir_kernel void @kernel_sycl()
define spir_kernel void @kernel_sycl() #0 {
  call spir_func void @called_esimd()
  ret void
}
; CHECK: define spir_kernel void @kernel_esimd()
define spir_kernel void @kernel_esimd() #0 !sycl_explicit_simd !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{}
