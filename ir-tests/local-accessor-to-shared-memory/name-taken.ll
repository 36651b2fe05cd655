; The host does not look up the block by name, so another name is fine.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: @kernel_shared_mem = addrspace(1) global i32 1
; CHECK: @[[BLOCK:kernel_shared_mem.*]] = external addrspace(3) global [0 x i8], align 4
@kernel_shared_mem = addrspace(1) global i32 1

; CHECK: getelementptr inbounds [0 x i8], ptr addrspace(3) @[[BLOCK]], i32 0, i32 %p.offset
define ptx_kernel void @kernel(ptr addrspace(3) %p) {
  ret void
}
