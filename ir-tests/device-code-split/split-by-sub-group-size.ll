; Required sub-group sizes split; keys compare as text, so 8 is greater than 32.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<source;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:

; CHECK:      x_0.sym:kernel_sg8
; CHECK-NEXT: x_0.sym:kernel_sg8_again
; CHECK-NEXT: x_1.sym:kernel_sg32
; CHECK-NEXT: x_2.sym:kernel_any

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_sg8() #0 !intel_reqd_sub_group_size !1 {
  ret void
}
define spir_kernel void @kernel_any() #0 {
  ret void
}
define spir_kernel void @kernel_sg32() #0 !intel_reqd_sub_group_size !2 {
  ret void
}
define spir_kernel void @kernel_sg8_again() #0 !intel_reqd_sub_group_size !1 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!1 = !{i32 8}
!2 = !{i32 32}
