; A maximum of 1024 or more is written as 1024: clang's default on AMDGPU is 256, and without a maximum ptxas may use
; more registers than a work-group of 1024 allows.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -passes=kernel-size-attributes -verify-each %t/amdgpu.ll | %llc -mcpu=gfx90a | FileCheck %t/amdgpu.ll
; RUN: %opt -passes=kernel-size-attributes -verify-each %t/nvptx.ll | %llc -mcpu=sm_90 | FileCheck %t/nvptx.ll

;--- amdgpu.ll
target triple = "amdgcn-amd-amdhsa"

; CHECK: .max_flat_workgroup_size: 1023
; CHECK: .name: box1023
define amdgpu_kernel void @box1023() #0 !max_work_group_size !0 {
  ret void
}
; CHECK: .max_flat_workgroup_size: 1024
; CHECK: .name: box1024
define amdgpu_kernel void @box1024() #0 !max_work_group_size !1 {
  ret void
}
; CHECK: .max_flat_workgroup_size: 1024
; CHECK: .name: box4096
define amdgpu_kernel void @box4096() #0 !max_work_group_size !2 {
  ret void
}
; CHECK: .max_flat_workgroup_size: 1024
; CHECK: .name: linear1024
define amdgpu_kernel void @linear1024() #0 !max_linear_work_group_size !3 {
  ret void
}
; CHECK: .max_flat_workgroup_size: 1024
; CHECK: .name: linear1025
define amdgpu_kernel void @linear1025() #0 !max_linear_work_group_size !4 {
  ret void
}
; CHECK: .max_flat_workgroup_size: 1024
; CHECK: .name: required1024
define amdgpu_kernel void @required1024() #0 !reqd_work_group_size !3 {
  ret void
}
; CHECK: .max_flat_workgroup_size: 256
; CHECK: .name: zero
define amdgpu_kernel void @zero() #0 !max_linear_work_group_size !5 !max_work_group_size !6 {
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="1,256" }
!0 = !{i32 1023, i32 1, i32 1}
!1 = !{i32 16, i32 16, i32 4}
!2 = !{i32 4096}
!3 = !{i32 1024}
!4 = !{i32 1025}
!5 = !{i32 0}
!6 = !{i32 0, i32 0, i32 0}

;--- nvptx.ll
target triple = "nvptx64-nvidia-cuda"

; CHECK: .entry box1023(
; CHECK: .maxntid 1023, 1, 1
define ptx_kernel void @box1023() !max_work_group_size !0 {
  ret void
}
; CHECK: .entry box1024(
; CHECK: .maxntid 16, 16, 4
define ptx_kernel void @box1024() !max_work_group_size !1 {
  ret void
}
; CHECK: .entry box16384(
; CHECK: .maxntid 1024{{(, 1, 1)?}} //
define ptx_kernel void @box16384() !max_work_group_size !2 {
  ret void
}
; CHECK: .entry linear1024(
; CHECK: .maxntid 1024{{(, 1, 1)?}} //
define ptx_kernel void @linear1024() !max_linear_work_group_size !3 {
  ret void
}
; CHECK: .entry linear2to32(
; CHECK: .maxntid 1024{{(, 1, 1)?}} //
define ptx_kernel void @linear2to32() !max_linear_work_group_size !4 {
  ret void
}
; CHECK: .entry box2to64(
; CHECK: .maxntid 1024{{(, 1, 1)?}} //
define ptx_kernel void @box2to64() !max_work_group_size !5 {
  ret void
}
; CHECK: .entry wide(
; CHECK: .maxntid 64, 2, 1
define ptx_kernel void @wide() !max_work_group_size !6 {
  ret void
}
; CHECK: .entry smaller(
; CHECK: .maxntid 100{{(, 1, 1)?}} //
define ptx_kernel void @smaller() !max_work_group_size !7 !max_linear_work_group_size !8 {
  ret void
}
; CHECK: .entry zero(
; CHECK-NOT: ntid
; CHECK: }
define ptx_kernel void @zero() !max_linear_work_group_size !9 !max_work_group_size !9 {
  ret void
}
!0 = !{i32 1023, i32 1, i32 1}
!1 = !{i32 16, i32 16, i32 4}
!2 = !{i32 2048, i32 4, i32 2}
!3 = !{i64 1024}
!4 = !{i64 4294967296}
!5 = !{i64 4294967296, i64 4294967296}
!6 = !{i128 64, i64 2}
!7 = !{i32 1024}
!8 = !{i32 100}
!9 = !{i32 0}
