; The clone of a function that accesses no memory does read some, and so do calls of it. Otherwise, the copy of the
; offset that a kernel for AMDGPU makes would look dead.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='global-offset,default<O2>' %s | FileCheck %s --check-prefix=OPTIMIZED

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5"
target triple = "amdgcn-amd-amdhsa"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32) #0

; CHECK: define i64 @none() #[[#NONE:]] {
; CHECK: define i64 @none_with_offset({{.*}}) #[[#READS:]] {
define i64 @none() #0 {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret i64 %o
}
; CHECK: define i64 @more({{.*}}) #[[#MORE:]] {
; CHECK: define i64 @more_with_offset({{.*}}) #[[#MORE_READS:]] {
define i64 @more(ptr addrspace(1) %p) #1 {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  store i64 %o, ptr addrspace(1) %p
  ret i64 %o
}
; CHECK: define amdgpu_kernel void @kernel_with_offset(
; CHECK: call i64 @none_with_offset(ptr addrspace(5) %offset.copy) #[[#CALL:]]
; OPTIMIZED: define {{.*}} @kernel_with_offset(
; OPTIMIZED: call void @llvm.memcpy
define amdgpu_kernel void @kernel(ptr addrspace(1) %out) {
  %x = call i64 @none() #2
  store i64 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-DAG: attributes #[[#NONE]] = { noinline memory(none) }
; CHECK-DAG: attributes #[[#READS]] = { noinline memory(argmem: read) }
; CHECK-DAG: attributes #[[#MORE]] = { memory(argmem: write) }
; CHECK-DAG: attributes #[[#MORE_READS]] = { memory(argmem: readwrite) }
; CHECK-DAG: attributes #[[#CALL]] = { nounwind memory(argmem: read) }
attributes #0 = { noinline memory(none) }
attributes #1 = { memory(argmem: write) }
attributes #2 = { nounwind memory(none) }
