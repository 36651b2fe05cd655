; An image whose entry points are all ESIMD code is named as such, with or without `split-esimd`. It contains the SYCL
; functions that it needs.

; RUN: rm -rf %t && mkdir %t %t/apart %t/together
; RUN: cd %t/apart && %opt -disable-output -passes='device-code-split<split-esimd;symbols;S;o=x.table>' %s
; RUN: cd %t/together && %opt -disable-output -passes='device-code-split<symbols;S;o=x.table>' %s
; RUN: diff -r %t/apart %t/together
; RUN: ls %t/apart | FileCheck %s --check-prefix=FILES --match-full-lines
; RUN: FileCheck %s --input-file=%t/apart/x_0.esimd.ll

; FILES:      x.table
; FILES-NEXT: x_0.esimd.ll
; FILES-NEXT: x_0.esimd.sym
; FILES-NOT:  {{.+}}

target triple = "spir64-unknown-unknown"

; CHECK: define internal spir_func void @helper()
define linkonce_odr spir_func void @helper() {
  ret void
}
; CHECK: define spir_kernel void @kernel_esimd()
define spir_kernel void @kernel_esimd() #0 !sycl_explicit_simd !0 {
  call spir_func void @helper()
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{}
