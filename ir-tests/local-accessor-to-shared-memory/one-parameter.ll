; A pointer to local memory becomes an offset in bytes into the block of the launch. The address keeps the pointer's name.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s
; RUN: %opt -S -passes=localaccessortosharedmemory %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: @kernel_shared_mem = external addrspace(3) global [0 x i8], align 4

; CHECK: define ptx_kernel void @kernel(i32 %scratch.offset)
; CHECK-NEXT: entry:
; CHECK-NEXT: %scratch = getelementptr inbounds [0 x i8], ptr addrspace(3) @kernel_shared_mem, i32 0, i32 %scratch.offset
; CHECK-NEXT: store i32 1, ptr addrspace(3) %scratch, align 4
; CHECK-NEXT: ret void
define ptx_kernel void @kernel(ptr addrspace(3) %scratch) {
entry:
  store i32 1, ptr addrspace(3) %scratch, align 4
  ret void
}
