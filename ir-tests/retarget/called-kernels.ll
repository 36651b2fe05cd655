; A kernel that is called, also by itself or through an alias, has a copy for that: targets do not call kernels.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=nvptx64>' -verify-each %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: @alias = weak alias void (ptr addrspace(1)), ptr @kernel
@alias = weak alias void (ptr addrspace(1)), ptr @kernel

; CHECK-LABEL: define ptx_kernel void @kernel(ptr addrspace(1) %p) #0
define spir_kernel void @kernel(ptr addrspace(1) %p) #0 {
; CHECK-NEXT: store i32 1, ptr addrspace(1) %p
; CHECK-NEXT: call void @kernel.body(ptr addrspace(1) %p)
  store i32 1, ptr addrspace(1) %p
  call spir_func void @kernel(ptr addrspace(1) %p)
  ret void
}
; CHECK-LABEL: define internal void @kernel.body(ptr addrspace(1) %p) {
; CHECK-NEXT: store i32 1, ptr addrspace(1) %p
; CHECK-NEXT: call void @kernel.body(ptr addrspace(1) %p)

; CHECK-LABEL: define void @caller(
define spir_func void @caller(ptr addrspace(1) %p) {
; CHECK-NEXT: call void @kernel.body(ptr addrspace(1) %p)
; CHECK-NEXT: call void @kernel.body(ptr addrspace(1) %p)
; CHECK-NEXT: store ptr @kernel, ptr addrspace(1) %p
  call spir_func void @kernel(ptr addrspace(1) %p)
  call spir_func void @alias(ptr addrspace(1) %p)
  store ptr @kernel, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
