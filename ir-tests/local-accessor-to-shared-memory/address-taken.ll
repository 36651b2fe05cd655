; References to a kernel other than calls are redirected to the new function.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: @llvm.used = appending global [1 x ptr] [ptr @kernel], section "llvm.metadata"
@llvm.used = appending global [1 x ptr] [ptr @kernel], section "llvm.metadata"
; CHECK: @table = addrspace(1) constant [2 x ptr] [ptr null, ptr @kernel]
@table = addrspace(1) constant [2 x ptr] [ptr null, ptr @kernel]

; CHECK: define ptx_kernel void @kernel(i32 %p.offset)
define ptx_kernel void @kernel(ptr addrspace(3) %p) {
  ret void
}

; CHECK: ret ptr @kernel
define ptr @function() {
  ret ptr @kernel
}
