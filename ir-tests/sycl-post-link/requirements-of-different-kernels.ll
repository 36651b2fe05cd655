; With one image for everything, aspects add up, and no work-group size is required of all kernels.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines --implicit-check-not=reqd_work_group_size

; CHECK:      [SYCL/device requirements]
; CHECK-NEXT: aspects = {5, 6}

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 !sycl_used_aspects !0 !reqd_work_group_size !2 {
  ret void
}
define spir_kernel void @kernel_b() #0 !sycl_used_aspects !1 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 6}
!1 = !{i32 5}
!2 = !{i32 4, i32 2, i32 1}
