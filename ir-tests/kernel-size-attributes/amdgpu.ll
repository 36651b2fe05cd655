; On AMDGPU, the total number of work-items counts. The default attribute that front ends write for every kernel is
; replaced.

; RUN: %opt -S -passes='kernel-size-attributes,kernel-size-attributes' -verify-each %s | FileCheck %s
; RUN: %opt -passes=kernel-size-attributes %s | %llc -mcpu=gfx90a | FileCheck %s --check-prefix=GCN

target triple = "amdgcn-amd-amdhsa"

; CHECK: define amdgpu_kernel void @required() #[[#REQUIRED:]] !reqd_work_group_size
; GCN: .max_flat_workgroup_size: 64
define amdgpu_kernel void @required() #0 !reqd_work_group_size !0 {
  ret void
}
; CHECK: define amdgpu_kernel void @maximum() #[[#MAXIMUM:]] !max_work_group_size
; GCN: .max_flat_workgroup_size: 128
define amdgpu_kernel void @maximum() !max_work_group_size !1 {
  ret void
}
; CHECK: define amdgpu_kernel void @none() #[[#NONE:]] {
; GCN: .max_flat_workgroup_size: 256
define amdgpu_kernel void @none() #0 {
  ret void
}

; CHECK-DAG: attributes #[[#REQUIRED]] = { "amdgpu-flat-work-group-size"="64,64" }
; CHECK-DAG: attributes #[[#MAXIMUM]] = { "amdgpu-flat-work-group-size"="1,128" }
; CHECK-DAG: attributes #[[#NONE]] = { "amdgpu-flat-work-group-size"="1,256" }
attributes #0 = { "amdgpu-flat-work-group-size"="1,256" }
!0 = !{i32 8, i32 4, i32 2}
!1 = !{i32 16, i32 8, i32 1}
