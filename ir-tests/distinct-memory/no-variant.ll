; Kernels that get no variant: what they write, or wait for, a launch does not know; or nothing would be better.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes=distinct-memory -verify-each %s | FileCheck %s --implicit-check-not=_distinct --implicit-check-not=invariant.load

target triple = "nvptx64-nvidia-cuda"

; CHECK: define ptx_kernel void @written_pointer_from_memory(
define ptx_kernel void @written_pointer_from_memory(ptr addrspace(1) %x, ptr addrspace(1) %list) {
  %v = load i32, ptr addrspace(1) %x
  %y = load ptr addrspace(1), ptr addrspace(1) %list
  store i32 %v, ptr addrspace(1) %y
  ret void
}

; CHECK: define ptx_kernel void @written_pointer_from_a_number(
define ptx_kernel void @written_pointer_from_a_number(ptr addrspace(1) %x, i64 %number) {
  %v = load i32, ptr addrspace(1) %x
  %y = inttoptr i64 %number to ptr addrspace(1)
  store i32 %v, ptr addrspace(1) %y
  ret void
}

; CHECK: define ptx_kernel void @written_through_both(
define ptx_kernel void @written_through_both(ptr addrspace(1) %x, ptr addrspace(1) %y, i1 %c) {
  %v = load i32, ptr addrspace(1) %x
  %to = select i1 %c, ptr addrspace(1) %x, ptr addrspace(1) %y
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; CHECK: define ptx_kernel void @copied_over(
define ptx_kernel void @copied_over(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %v = load i32, ptr addrspace(1) %x
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %x, ptr addrspace(1) %y, i64 4, i1 false)
  ret void
}

; CHECK: define ptx_kernel void @updated(
define ptx_kernel void @updated(ptr addrspace(1) %x) {
  %v = load i32, ptr addrspace(1) %x
  %old = cmpxchg ptr addrspace(1) %x, i32 %v, i32 0 monotonic monotonic
  ret void
}

; CHECK: define ptx_kernel void @acquires(
define ptx_kernel void @acquires(ptr addrspace(1) %x, ptr addrspace(1) %flag) {
  %ready = load atomic i32, ptr addrspace(1) %flag syncscope("device") acquire, align 4
  %v = load i32, ptr addrspace(1) %x
  store i32 %v, ptr addrspace(1) %flag
  ret void
}

; CHECK: define ptx_kernel void @fences(
define ptx_kernel void @fences(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  fence syncscope("device") acq_rel
  %v = load i32, ptr addrspace(1) %x
  store i32 %v, ptr addrspace(1) %y
  ret void
}

; CHECK: define ptx_kernel void @looks_again(
define ptx_kernel void @looks_again(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %v = load volatile i32, ptr addrspace(1) %x
  store i32 %v, ptr addrspace(1) %y
  ret void
}

; CHECK: define ptx_kernel void @calls(
define ptx_kernel void @calls(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %v = load i32, ptr addrspace(1) %x
  call void @unknown()
  store i32 %v, ptr addrspace(1) %y
  ret void
}

; CHECK: define ptx_kernel void @reads_nothing(
define ptx_kernel void @reads_nothing(ptr addrspace(1) %y) {
  store i32 1, ptr addrspace(1) %y
  ret void
}

; CHECK: define ptx_kernel void @changes_its_object(
define ptx_kernel void @changes_its_object(ptr byval({ ptr, ptr }) %0, ptr %other) {
  store ptr %other, ptr %0
  %x = load ptr, ptr %0
  %v = load i32, ptr %x
  store i32 %v, ptr %other
  ret void
}

; The twin for launches with an offset.
; CHECK: define ptx_kernel void @fences_with_offset(
define ptx_kernel void @fences_with_offset(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr byval([3 x i32]) %offset) {
  %v = load i32, ptr addrspace(1) %x
  store i32 %v, ptr addrspace(1) %y
  ret void
}

; CHECK: define void @no_kernel(
define void @no_kernel(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %v = load i32, ptr addrspace(1) %x
  store i32 %v, ptr addrspace(1) %y
  ret void
}

declare void @unknown()
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
