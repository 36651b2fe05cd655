; On AMDGPU, the zeros are on the stack, so calls that may see them are no longer tail calls, which must not access it.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s --implicit-check-not=implicit.offset

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5"
target triple = "amdgcn-amd-amdhsa"

declare ptr addrspace(5) @llvm.amdgcn.implicit.offset()
declare void @use(ptr addrspace(5) nocapture)

; CHECK: define void @passes()
; CHECK-NEXT: %[[ZEROS:.*]] = alloca [3 x i32], align 4, addrspace(5)
; CHECK-NEXT: store [3 x i32] zeroinitializer, ptr addrspace(5) %[[ZEROS]], align 4
; CHECK-NEXT: {{^}}  call void @use(ptr addrspace(5) %[[ZEROS]])
; CHECK: define void @passes_with_offset(
; CHECK-NEXT: tail call void @use(ptr addrspace(5) %offset)
define void @passes() {
  %pointer = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  tail call void @use(ptr addrspace(5) %pointer)
  ret void
}
; CHECK: define amdgpu_kernel void @kernel_with_offset(
; CHECK: {{^}}  call void @use(ptr addrspace(5) %offset.copy)
define amdgpu_kernel void @kernel() {
  %pointer = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  tail call void @use(ptr addrspace(5) %pointer)
  ret void
}
