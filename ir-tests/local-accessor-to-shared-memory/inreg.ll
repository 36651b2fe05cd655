; The leading `inreg` arguments of an AMDGPU kernel are preloaded. An offset keeps the `inreg` of its pointer.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %llc -mcpu=gfx90a -filetype=obj %t.ll -o %t.o

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5"
target triple = "amdgcn-amd-amdhsa"

; CHECK: define amdgpu_kernel void @kernel(i32 inreg noundef %l.offset, i32 inreg %n, ptr addrspace(1) %out)
define amdgpu_kernel void @kernel(ptr addrspace(3) inreg noalias noundef nonnull %l, i32 inreg %n, ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(3) %l, align 4
  store i32 %v, ptr addrspace(1) %out
  ret void
}
