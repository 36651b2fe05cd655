; Sizes that kernels ask for, and the names of device globals by their identity.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;emit-program-metadata;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines

; CHECK:      [SYCL/program metadata]
; CHECK-NEXT: kernel@reqd_work_group_size = {8, 4}
; CHECK-NEXT: kernel@reqd_sub_group_size = 16
; CHECK-NEXT: kernel@work_group_num_dim = 2
; CHECK-NEXT: kernel@max_work_group_size = {64, 32, 1}
; CHECK-NEXT: kernel@max_linear_work_group_size = 512
; CHECK-NEXT: unique@global_id_mapping = "device_variable"

target triple = "spir64-unknown-unknown"

@device_variable = addrspace(1) global i32 0 #1

define spir_kernel void @kernel() #0 !reqd_work_group_size !0 !work_group_num_dim !1 !intel_reqd_sub_group_size !2 !max_work_group_size !3 !max_linear_work_group_size !4 {
  ret void
}
define spir_kernel void @plain() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="unique" }

!0 = !{i32 8, i32 4}
!1 = !{i32 2}
!2 = !{i32 16}
!3 = !{i32 64, i32 32, i32 1}
!4 = !{i64 512}
