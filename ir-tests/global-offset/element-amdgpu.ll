; The same on AMDGPU: the offset comes by reference, in the memory of the kernel's arguments, and is copied to the stack,
; because that is where the functions that the kernel calls get it from.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s --implicit-check-not=BuiltInGlobalOffset

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5"
target triple = "amdgcn-amd-amdhsa"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

; CHECK: define internal i64 @helper() {
; CHECK-NEXT: ret i64 0
; CHECK: define internal i64 @helper_with_offset(ptr addrspace(5) align 4 dereferenceable(12) %offset) {
; CHECK-NEXT: %[[PLACE:.*]] = getelementptr inbounds i32, ptr addrspace(5) %offset, i32 1
; CHECK-NEXT: %[[LOADED:.*]] = load i32, ptr addrspace(5) %[[PLACE]], align 4
define internal i64 @helper() {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 1)
  ret i64 %o
}

; CHECK: define amdgpu_kernel void @kernel(ptr addrspace(1) %out) {
; CHECK-NEXT: %h = call i64 @helper()
; CHECK: define amdgpu_kernel void @kernel_with_offset(ptr addrspace(1) %out, ptr byref([3 x i32]) align 4 %offset) {
; CHECK-NEXT: %[[COPY:.*]] = alloca [3 x i32], align 4, addrspace(5)
; CHECK-NEXT: %[[ARGUMENT:.*]] = addrspacecast ptr %offset to ptr addrspace(4)
; CHECK-NEXT: call void @llvm.memcpy.p5.p4.i64(ptr addrspace(5) align 4 %[[COPY]], ptr addrspace(4) align 4 %[[ARGUMENT]], i64 12, i1 false)
; CHECK-NEXT: %h = call i64 @helper_with_offset(ptr addrspace(5) %[[COPY]])
; CHECK-NEXT: store i64 %h, ptr addrspace(1) %out, align 8
define amdgpu_kernel void @kernel(ptr addrspace(1) %out) {
  %h = call i64 @helper()
  store i64 %h, ptr addrspace(1) %out, align 8
  ret void
}
