; Claim B, alignment and noalias: pointers of kernels get what is promised of them; a larger alignment stays.

; RUN: %opt -S -passes='sscp-specialize<noalias=kernel:in;noalias=kernel:1;align=kernel:0=64;align=kernel:out=8>' -verify-each %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @kernel(ptr addrspace(1) noalias align 64 %in, ptr addrspace(1) noalias align 16 %out)
define spir_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) align 16 %out) {
  ret void
}
