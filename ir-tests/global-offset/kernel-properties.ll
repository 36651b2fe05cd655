; The clone of a kernel has the linkage, visibility, attributes, section, metadata and comdat of its original; if the
; comdat has the name of the original, the clone gets its own.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5"
target triple = "amdgcn-amd-amdhsa"

; CHECK-DAG: $own = comdat any
; CHECK-DAG: $own_with_offset = comdat any
; CHECK-DAG: $group = comdat largest
; CHECK-NOT: comdat any
$own = comdat any
$group = comdat largest

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

; CHECK: define weak_odr protected amdgpu_kernel void @own(ptr addrspace(1) noalias %out) local_unnamed_addr #[[#A:]] section "kernels" comdat align 256 !reqd_work_group_size ![[#SIZE:]] {
; CHECK: define weak_odr protected amdgpu_kernel void @own_with_offset(ptr addrspace(1) noalias %out, ptr byref([3 x i32]) align 4 %offset) local_unnamed_addr #[[#A]] section "kernels" comdat align 256 !reqd_work_group_size ![[#SIZE]] {
define weak_odr protected amdgpu_kernel void @own(ptr addrspace(1) noalias %out) local_unnamed_addr #0 section "kernels" comdat align 256 !reqd_work_group_size !0 {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}
; CHECK: define amdgpu_kernel void @grouped() comdat($group) {
; CHECK: define amdgpu_kernel void @grouped_with_offset({{.*}}) comdat($group) {
define amdgpu_kernel void @grouped() comdat($group) {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}

attributes #0 = { convergent "sycl-module-id"="a.cpp" }
!0 = !{i32 8, i32 1, i32 1}
