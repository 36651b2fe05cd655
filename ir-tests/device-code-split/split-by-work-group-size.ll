; Required work-group sizes split by their operands as they are: {8} is not {8, 1, 1}. The number of dimensions that the
; program wrote splits too.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<source;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:

; CHECK-DAG:  x_2.sym:kernel_8{{$}}
; CHECK-DAG:  x_0.sym:kernel_8_1_1_written_as_8
; CHECK-DAG:  x_1.sym:kernel_8_1_1{{$}}
; CHECK-DAG:  x_1.sym:kernel_8_1_1_again
; CHECK-DAG:  x_3.sym:kernel_16
; CHECK-DAG:  x_4.sym:kernel_any

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_8() #0 !reqd_work_group_size !1 {
  ret void
}
define spir_kernel void @kernel_8_1_1() #0 !reqd_work_group_size !2 {
  ret void
}
define spir_kernel void @kernel_8_1_1_again() #0 !reqd_work_group_size !2 {
  ret void
}
define spir_kernel void @kernel_8_1_1_written_as_8() #0 !reqd_work_group_size !2 !work_group_num_dim !4 {
  ret void
}
define spir_kernel void @kernel_16() #0 !reqd_work_group_size !3 {
  ret void
}
define spir_kernel void @kernel_any() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!1 = !{i32 8}
!2 = !{i32 8, i32 1, i32 1}
!3 = !{i32 16}
!4 = !{i32 1}
