; Fixed targets of an image, sorted.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines

; CHECK:      [SYCL/device requirements]
; CHECK-NEXT: aspects = {6}
; CHECK-NEXT: fixed_target = {1, 2}

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 !sycl_used_aspects !0 !sycl_fixed_targets !1 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 6}
!1 = !{i32 2, i32 1}
