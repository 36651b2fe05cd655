; A variant is for launches of fewer than 2^31 items in each dimension, with pointers that are multiples of 16: it computes
; ids and sizes in 32 bits, and says that pointers are aligned. The kernel itself does not.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes=distinct-memory -verify-each %s | FileCheck %s

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()

; Ids and the number of items, in either order of operands.
; CHECK-LABEL: define ptx_kernel void @ids(
; CHECK-NOT: align 16
; CHECK-NOT: i32 %group, %size
; CHECK-LABEL: define ptx_kernel void @ids_distinct(
; CHECK-SAME: ptr addrspace(1) align 16 %to
; CHECK: [[FIRST:%.*]] = mul nuw nsw i32 %group, %size
; CHECK: [[ID:%.*]] = add nuw nsw i32 [[FIRST]], %item
; CHECK: [[WIDE:%.*]] = zext i32 [[ID]] to i64
; CHECK: getelementptr i64, ptr addrspace(1) %to, i64 [[WIDE]]
; CHECK: [[COUNT:%.*]] = mul nuw nsw i32 %size, %groups
; CHECK: [[ALL:%.*]] = zext i32 [[COUNT]] to i64
; CHECK: store i64 [[ALL]]
define ptx_kernel void @ids(ptr addrspace(1) %to) {
  %group = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %item = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %groups = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %group.64 = zext i32 %group to i64
  %size.64 = zext i32 %size to i64
  %item.64 = zext i32 %item to i64
  %groups.64 = zext i32 %groups to i64
  %first = mul nuw nsw i64 %group.64, %size.64
  %id = add nuw nsw i64 %first, %item.64
  %place = getelementptr i64, ptr addrspace(1) %to, i64 %id
  %all = mul i64 %size.64, %groups.64
  store i64 %all, ptr addrspace(1) %place
  ret void
}

; Products of other numbers may have more bits: the number of a group times another dimension's size, or a number of the
; program's. A pointer in an object is a multiple of 16 if the list names it.
; CHECK-LABEL: define ptx_kernel void @others_distinct(
; CHECK: load ptr addrspace(1), ptr %object, align 8, !align [[SIXTEEN:![0-9]+]]
; CHECK: load ptr addrspace(1), ptr %second, align 8, !align [[SIXTEEN]]
; CHECK: load ptr addrspace(1), ptr %unused, align 8{{$}}
; CHECK: mul i64 %group.64, %other.64
; CHECK: mul i64 %group.64, %n.64
; CHECK: add i64 {{%.*}}, %item.64
; CHECK: [[SIXTEEN]] = !{i64 16}
define ptx_kernel void @others(ptr byval({ ptr, ptr, ptr }) align 8 %object, i32 %n) {
  %from = load ptr addrspace(1), ptr %object, align 8
  %second = getelementptr i8, ptr %object, i64 8
  %to = load ptr addrspace(1), ptr %second, align 8
  %unused = getelementptr i8, ptr %object, i64 16
  %neither = load ptr addrspace(1), ptr %unused, align 8
  %number = ptrtoint ptr addrspace(1) %neither to i64
  %group = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %other = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %item = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %group.64 = zext i32 %group to i64
  %other.64 = zext i32 %other to i64
  %item.64 = zext i32 %item to i64
  %n.64 = zext i32 %n to i64
  %a = mul i64 %group.64, %other.64
  %b = mul i64 %group.64, %n.64
  %c = add i64 %b, %item.64
  %d = add i64 %a, %c
  %v = load i64, ptr addrspace(1) %from
  %e = add i64 %v, %d
  %f = add i64 %e, %number
  store i64 %f, ptr addrspace(1) %to
  ret void
}
