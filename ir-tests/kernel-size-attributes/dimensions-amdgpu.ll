; If a required or preferred size has fewer than three dimensions, the AMDGPU back end omits the descriptors of all
; kernels. The missing dimensions become 1; empty sizes are removed.

; RUN: %opt -S -passes='kernel-size-attributes,kernel-size-attributes' -verify-each %s | FileCheck %s
; RUN: %opt -passes=kernel-size-attributes %s | %llc -mcpu=gfx90a | FileCheck %s --check-prefix=GCN

target triple = "amdgcn-amd-amdhsa"

; CHECK: @one() #{{[0-9]+}} !reqd_work_group_size ![[#ONE:]]
; GCN: .name: one
define amdgpu_kernel void @one() !reqd_work_group_size !0 {
  ret void
}
; CHECK: @two() #{{[0-9]+}} {{.*}}!reqd_work_group_size ![[#TWO:]]
; GCN: .name: two
define amdgpu_kernel void @two() !reqd_work_group_size !1 !work_group_size_hint !1 {
  ret void
}
; CHECK: @three() #{{[0-9]+}} !reqd_work_group_size ![[#THREE:]]
; GCN: .name: three
define amdgpu_kernel void @three() !reqd_work_group_size !2 {
  ret void
}
; CHECK: @none() {
; GCN: .name: none
define amdgpu_kernel void @none() !reqd_work_group_size !3 !work_group_size_hint !3 {
  ret void
}
; CHECK: @zero() {
; GCN: .name: zero
define amdgpu_kernel void @zero() !reqd_work_group_size !4 {
  ret void
}

; CHECK-DAG: ![[#ONE]] = !{i32 8, i32 1, i32 1}
; CHECK-DAG: ![[#TWO]] = !{i32 8, i32 4, i32 1}
; CHECK-DAG: ![[#THREE]] = !{i64 8, i64 4, i64 2}
!0 = !{i64 8}
!1 = !{i32 8, i32 4}
!2 = !{i64 8, i64 4, i64 2}
!3 = !{}
!4 = !{i32 0, i32 0, i32 0}
