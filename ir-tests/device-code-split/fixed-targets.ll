; Kernels with the same fixed targets are in one image whatever features they use, since they run nowhere else. Without
; fixed targets, or with an empty list, features decide. Different sets of targets give different images.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<source;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:

; CHECK-DAG: x_{{[0-9]}}.sym:kernel_no_target{{$}}
; CHECK-DAG: x_[[TWO:[0-9]]].sym:kernel_on_two_fp64
; CHECK-DAG: x_[[TWO]].sym:kernel_on_two_fp16
; CHECK-DAG: x_[[TWO]].sym:kernel_on_two_reversed
; CHECK-DAG: x_[[ONE:[0-9]]].sym:kernel_on_one_fp64
; CHECK-DAG: x_[[ONE]].sym:kernel_on_one_sg8
; CHECK-DAG: x_[[PLAIN:[0-9]]].sym:kernel_fp64
; CHECK-DAG: x_[[PLAIN]].sym:kernel_empty_list_fp64
; CHECK-NOT: x_4.sym

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_no_target() #0 {
  ret void
}
define spir_kernel void @kernel_on_two_fp64() #0 !sycl_used_aspects !1 !sycl_fixed_targets !3 {
  ret void
}
define spir_kernel void @kernel_on_two_fp16() #0 !sycl_used_aspects !2 !sycl_fixed_targets !3 {
  ret void
}
define spir_kernel void @kernel_on_two_reversed() #0 !sycl_fixed_targets !4 {
  ret void
}
define spir_kernel void @kernel_on_one_fp64() #0 !sycl_used_aspects !1 !sycl_fixed_targets !5 {
  ret void
}
define spir_kernel void @kernel_on_one_sg8() #0 !intel_reqd_sub_group_size !7 !sycl_fixed_targets !5 {
  ret void
}
define spir_kernel void @kernel_fp64() #0 !sycl_used_aspects !1 {
  ret void
}
define spir_kernel void @kernel_empty_list_fp64() #0 !sycl_used_aspects !1 !sycl_fixed_targets !6 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!1 = !{i32 6}
!2 = !{i32 5}
!3 = !{i32 1, i32 2}
!4 = !{i32 2, i32 1}
!5 = !{i32 1}
!6 = !{}
!7 = !{i32 8}
