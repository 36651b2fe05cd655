; Kernels that a program looks up by a registered name: the name and the kernel. Linked translation units each have a
; list.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines --implicit-check-not=one
; RUN: %props %t/x_1.prop | FileCheck %s --match-full-lines --implicit-check-not=two --check-prefix=ONE

; CHECK: [SYCL/registered kernels]
; CHECK: two = "kernel_2"
; ONE: [SYCL/registered kernels]
; ONE: one = "kernel_1"

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_1() #0 {
  ret void
}
define spir_kernel void @kernel_2() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!sycl_registered_kernels = !{!0, !1}
!0 = !{!2}
!1 = !{!3, !4}
!2 = !{!"one", !"kernel_1"}
!3 = !{!"two", !"kernel_2"}
!4 = !{!"gone", !"kernel_that_is_not_here"}
