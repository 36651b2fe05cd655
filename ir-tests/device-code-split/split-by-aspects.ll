; Entry points are in one image only if they use exactly the same aspects. The order of the list does not matter, nor
; whether it holds numbers or pairs of name and number; declared aspects count like used ones. Keys compare as text, so
; {5, 6} is greater than {5}, and {12} is less than both.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<source;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:

; CHECK-DAG: x_0.sym:kernel_fp64
; CHECK-DAG: x_0.sym:kernel_fp64_named
; CHECK-DAG: x_0.sym:kernel_fp64_declared
; CHECK-DAG: x_1.sym:kernel_both
; CHECK-DAG: x_1.sym:kernel_both_reversed
; CHECK-DAG: x_1.sym:kernel_both_used_and_declared
; CHECK-DAG: x_2.sym:kernel_fp16
; CHECK-DAG: x_3.sym:kernel_queue_profiling
; CHECK-DAG: x_4.sym:kernel_nothing
; CHECK-DAG: x_4.sym:kernel_empty

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_nothing() #0 {
  ret void
}
define spir_kernel void @kernel_fp16() #0 !sycl_used_aspects !1 {
  ret void
}
define spir_kernel void @kernel_fp64() #0 !sycl_used_aspects !2 {
  ret void
}
define spir_kernel void @kernel_both() #0 !sycl_used_aspects !3 {
  ret void
}
define spir_kernel void @kernel_both_reversed() #0 !sycl_used_aspects !4 {
  ret void
}
define spir_kernel void @kernel_fp64_named() #0 !sycl_used_aspects !5 {
  ret void
}
define spir_kernel void @kernel_fp64_declared() #0 !sycl_declared_aspects !2 {
  ret void
}
define spir_kernel void @kernel_both_used_and_declared() #0 !sycl_used_aspects !1 !sycl_declared_aspects !5 {
  ret void
}
define spir_kernel void @kernel_queue_profiling() #0 !sycl_used_aspects !7 {
  ret void
}
define spir_kernel void @kernel_empty() #0 !sycl_used_aspects !8 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!1 = !{i32 5}
!2 = !{i32 6}
!3 = !{i32 5, i32 6}
!4 = !{i32 6, i32 5}
!5 = !{!6}
!6 = !{!"fp64", i32 6}
!7 = !{i32 12}
!8 = !{}
