; A kernel that reads through one pointer and writes through another gets a variant, whose loads through the first one are
; invariant, and a list of its pointers: in which parameter, at which byte, and whether it is written. What the variant
; does besides does not matter: memory of the work-group and of the item, barriers, relaxed atomics, reads of memory that
; is found in memory. A second run changes nothing.

; REQUIRES: llvm-at-least-22
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -S -passes=distinct-memory -verify-each %s -o %t/once.ll
; RUN: FileCheck %s < %t/once.ll
; RUN: %opt -S -passes=distinct-memory,distinct-memory %s | diff %t/once.ll -

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; CHECK: @object_distinct_pointers = {{.*}}global [6 x i32] [i32 0, i32 0, i32 0, i32 8, i32 1, i32 16], align 4
; CHECK: @pointers_distinct_pointers = {{.*}}global [4 x i32] [i32 0, i32 0, i32 3, i32 0], align 4
; CHECK: @much_distinct_pointers = {{.*}}global [6 x i32] [i32 0, i32 0, i32 3, i32 0, i32 5, i32 0], align 4

@tile = internal addrspace(3) global [64 x float] poison

; Pointers in an object, one of which is chosen by the item.
; CHECK-LABEL: define ptx_kernel void @object(
; CHECK-NOT: invariant.load
; CHECK-LABEL: define ptx_kernel void @object_distinct(
; CHECK: %x = load ptr addrspace(1), ptr %0, align 8, !align !{{[0-9]+$}}
; CHECK: %v = load float, ptr addrspace(1) %from, align 4, !invariant.load
; CHECK: %w = load float, ptr addrspace(1) %to, align 4{{$}}
define ptx_kernel void @object(ptr byval({ ptr, ptr, ptr }) align 8 %0, i1 %c) {
  %x = load ptr addrspace(1), ptr %0, align 8
  %second = getelementptr i8, ptr %0, i64 8
  %y = load ptr addrspace(1), ptr %second, align 8
  %third = getelementptr i8, ptr %0, i64 16
  %z = load ptr addrspace(1), ptr %third, align 8
  %chosen = select i1 %c, ptr addrspace(1) %x, ptr addrspace(1) %y
  %from = getelementptr float, ptr addrspace(1) %chosen, i64 3
  %v = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr float, ptr addrspace(1) %z, i64 3
  %w = load float, ptr addrspace(1) %to, align 4
  %sum = fadd float %v, %w
  store float %sum, ptr addrspace(1) %to, align 4
  ret void
}

; CHECK-LABEL: define weak_odr ptx_kernel void @pointers(
; CHECK-LABEL: define weak_odr ptx_kernel void @pointers_distinct(
; CHECK: load i32, ptr %x, align 4, !invariant.load
define weak_odr ptx_kernel void @pointers(ptr %x, ptr addrspace(1) %y) {
  %v = load i32, ptr %x, align 4
  store i32 %v, ptr addrspace(1) %y, align 4
  ret void
}

; CHECK-LABEL: define ptx_kernel void @much(
; CHECK-LABEL: define ptx_kernel void @much_distinct(
; CHECK: %v = load float, ptr addrspace(1) %x, align 4, !invariant.load
; CHECK: %p = load ptr addrspace(1), ptr addrspace(1) %x, align 8, !invariant.load
; CHECK: %q = load float, ptr addrspace(1) %p, align 4{{$}}
; CHECK: %s = load float, ptr addrspace(3) @tile, align 4{{$}}
define ptx_kernel void @much(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %counter) {
  %own = alloca float, align 4
  %v = load float, ptr addrspace(1) %x, align 4
  %p = load ptr addrspace(1), ptr addrspace(1) %x, align 8
  %q = load float, ptr addrspace(1) %p, align 4
  store float %v, ptr %own, align 4
  store float %q, ptr addrspace(3) @tile, align 4
  fence syncscope("block") acq_rel
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %s = load float, ptr addrspace(3) @tile, align 4
  %old = atomicrmw add ptr addrspace(1) %counter, i32 1 syncscope("device") monotonic, align 4
  %bits = bitcast i32 %old to float
  %sum = fadd float %s, %bits
  %own.v = load float, ptr %own, align 4
  %all = fadd float %sum, %own.v
  store float %all, ptr addrspace(1) %y, align 4
  ret void
}

declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
