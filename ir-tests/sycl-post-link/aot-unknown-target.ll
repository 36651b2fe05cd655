; A target that is not in the device configuration takes every image.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;o=of_tomorrow:%t/x.table>' %s
; RUN: FileCheck %s --input-file=%t/x.table
; RUN: %props %t/x_0.of_tomorrow.prop | FileCheck %s --check-prefix=TARGETED

; CHECK:      [Code|Properties]
; CHECK-NEXT: {{.*}}/x_0.bc|{{.*}}/x_0.of_tomorrow.prop
; CHECK-NOT:  {{.+}}
; TARGETED: compile_target = "of_tomorrow"

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 !sycl_used_aspects !0 !intel_reqd_sub_group_size !1 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 6, i32 12345}
!1 = !{i32 7}
