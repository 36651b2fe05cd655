; What an image requires of a device: the aspects of all its functions, sorted and without duplicates or negative ones
; (internal to the front end), and the requirements of its kernel. Keys are sorted.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x.table

; TABLE:      [Code|Properties]
; TABLE-NEXT: {{.*}}/x_0.bc|{{.*}}/x_0.prop

; CHECK:      [SYCL/device requirements]
; CHECK-NEXT: aspects = {5, 6, 12}
; CHECK-NEXT: joint_matrix = "matrix_type::sint8,use::a,12,48"
; CHECK-NEXT: joint_matrix_mad = "matrix_type::sint8,12,48,12"
; CHECK-NEXT: reqd_sub_group_size = 16
; CHECK-NEXT: reqd_work_group_size_uint64_t = {4, 2, 1} of 64 bits
; CHECK-NEXT: work_group_num_dim = 2
; CHECK-NOT:  [SYCL/

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 !sycl_used_aspects !0 !reqd_work_group_size !2 !work_group_num_dim !3 !intel_reqd_sub_group_size !4 !sycl_joint_matrix !5 !sycl_joint_matrix_mad !6 {
  call spir_func void @helper()
  ret void
}
define internal spir_func void @helper() !sycl_used_aspects !1 {
  ret void
}
define internal spir_func void @unreached() !sycl_used_aspects !7 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 12, i32 5, i32 -1}
!1 = !{!8, i32 5}
!2 = !{i32 4, i32 2, i32 1}
!3 = !{i32 2}
!4 = !{i32 16}
!5 = !{!"matrix_type::sint8,use::a,12,48"}
!6 = !{!"matrix_type::sint8,12,48,12"}
!7 = !{i32 99}
!8 = !{!"fp64", i32 6}
