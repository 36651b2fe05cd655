; The two older spellings on AMDGPU, where the pointer is into the stack.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s --implicit-check-not=implicit.offset
; RUN: sed -e 's/llvm.amdgcn.implicit/llvm.amdgpu.implicit/' %s | %opt -S -passes=global-offset -verify-each | FileCheck %s --implicit-check-not=implicit.offset

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5"
target triple = "amdgcn-amd-amdhsa"

declare ptr addrspace(5) @llvm.amdgcn.implicit.offset()

; CHECK: define i32 @helper() {
; CHECK-NEXT: ret i32 0
; CHECK: define i32 @helper_with_offset(ptr addrspace(5) align 4 dereferenceable(12) %offset) {
; CHECK-NEXT: %z = getelementptr inbounds i32, ptr addrspace(5) %offset, i64 2
; CHECK-NEXT: %value = load i32, ptr addrspace(5) %z, align 4
; CHECK-NEXT: ret i32 %value
define i32 @helper() {
  %pointer = tail call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %z = getelementptr inbounds i32, ptr addrspace(5) %pointer, i64 2
  %value = load i32, ptr addrspace(5) %z, align 4
  ret i32 %value
}

; CHECK: define amdgpu_kernel void @kernel_with_offset(ptr addrspace(1) %out, ptr byref([3 x i32]) align 4 %offset) {
; CHECK: %value = load i32, ptr addrspace(5) %[[COPY:.*]], align 4
; CHECK-NEXT: %other = call i32 @helper_with_offset(ptr addrspace(5) %[[COPY]])
define amdgpu_kernel void @kernel(ptr addrspace(1) %out) {
  %pointer = tail call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %value = load i32, ptr addrspace(5) %pointer, align 4
  %other = tail call i32 @helper()
  %sum = add i32 %value, %other
  store i32 %sum, ptr addrspace(1) %out, align 4
  ret void
}
