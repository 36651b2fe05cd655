; A kernel that writes no memory of the device needs no variant: nothing changes what it reads. One that writes a variable
; might change it.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes=distinct-memory -verify-each %s | FileCheck %s --implicit-check-not=only_distinct
; RUN: %opt -S -passes=distinct-memory %s | %opt -S -passes=distinct-memory | FileCheck %s --implicit-check-not=only_distinct

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x float] poison
@variable = addrspace(1) global float 0.0

; CHECK-LABEL: define ptx_kernel void @only(
; CHECK: %v = load float, ptr addrspace(1) %x, align 4, !invariant.load
define ptx_kernel void @only(ptr addrspace(1) %x) {
  %v = load float, ptr addrspace(1) %x, align 4
  store float %v, ptr addrspace(3) @tile, align 4
  ret void
}

; CHECK-LABEL: define ptx_kernel void @to_a_variable(
; CHECK: %v = load float, ptr addrspace(1) %x, align 4{{$}}
define ptx_kernel void @to_a_variable(ptr addrspace(1) %x) {
  %v = load float, ptr addrspace(1) %x, align 4
  store float %v, ptr addrspace(1) @variable, align 4
  ret void
}
