; Negative aspects are internal to the front end. They split like others; as 32-bit unsigned numbers they sort after
; them.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<source;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:

; CHECK:      x_0.sym:kernel_fp64
; CHECK-NEXT: x_1.sym:kernel_internal
; CHECK-NEXT: x_2.sym:kernel_plain

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_plain() #0 {
  ret void
}
define spir_kernel void @kernel_internal() #0 !sycl_used_aspects !1 {
  ret void
}
define spir_kernel void @kernel_fp64() #0 !sycl_used_aspects !2 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!1 = !{i32 -1}
!2 = !{i32 6}
