; The same for AMDGPU, where kernels have their own calling convention and annotations are ignored.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5"
target triple = "amdgcn-amd-amdhsa"

; CHECK: @kernel_shared_mem = external addrspace(3) global [0 x i8], align 8

; CHECK: define protected amdgpu_kernel void @kernel(i32 %p.offset, ptr addrspace(1) %out)
; CHECK-NEXT: %p = getelementptr inbounds [0 x i8], ptr addrspace(3) @kernel_shared_mem, i32 0, i32 %p.offset
; CHECK-NEXT: %v = load double, ptr addrspace(3) %p, align 8
define protected amdgpu_kernel void @kernel(ptr addrspace(3) %p, ptr addrspace(1) %out) {
  %v = load double, ptr addrspace(3) %p, align 8
  store double %v, ptr addrspace(1) %out, align 8
  ret void
}

; LLVM 22 gives such a function the calling convention of NVPTX kernels when it reads it, whatever the triple.
; CHECK: define {{(ptx_kernel )?}}void @annotated(ptr addrspace(3) %p)
define void @annotated(ptr addrspace(3) %p) {
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @annotated, !"kernel", i32 1}
