; Joint matrix types split, and the types of multiply-add apart from them.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<source;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:

; CHECK:      x_0.sym:kernel_matrix_mad
; CHECK-NEXT: x_1.sym:kernel_matrix
; CHECK-NEXT: x_2.sym:kernel_mad
; CHECK-NEXT: x_3.sym:kernel_plain

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_plain() #0 {
  ret void
}
define spir_kernel void @kernel_mad() #0 !sycl_joint_matrix_mad !2 {
  ret void
}
define spir_kernel void @kernel_matrix() #0 !sycl_joint_matrix !1 {
  ret void
}
define spir_kernel void @kernel_matrix_mad() #0 !sycl_joint_matrix !1 !sycl_joint_matrix_mad !2 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!1 = !{!"matrix_type::sint8,use::a,12,48"}
!2 = !{!"matrix_type::sint8,matrix_type::sint8,matrix_type::sint32,matrix_type::sint32,12,48,12"}
