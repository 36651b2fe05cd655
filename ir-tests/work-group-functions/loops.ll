; A kernel without barriers becomes a function that runs it for each item of the group: dimension 0 is the innermost
; loop, ids and sizes are values, arguments are read once, and vectors may be as wide as they can be. Accesses that are
; not atomic are independent between items. A second run changes nothing.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %opt -S -passes=work-group-functions,work-group-functions %s | diff %t.ll -

; CHECK-NOT: @__sp_host
; CHECK-NOT: @kernel(

; CHECK:      define internal void @kernel.wg(ptr %arguments, ptr %group, ptr %local) [[ATTRIBUTES:#[0-9]+]] {
; CHECK-NEXT: entry:
; CHECK-NEXT:   [[PLACE:%.+]] = getelementptr inbounds ptr, ptr %arguments, i64 0
; CHECK-NEXT:   %out.address = load ptr, ptr [[PLACE]], align 8
; CHECK-NEXT:   %out = load ptr, ptr %out.address, align 8
; CHECK:        %factor.address = load ptr
; CHECK-NEXT:   %factor = load i32, ptr %factor.address, align 4
; CHECK:        [[SIZE0:%.+]] = getelementptr inbounds i8, ptr %group, i64 24
; CHECK-NEXT:   %group.size0 = load i64, ptr [[SIZE0]], align 8
; CHECK:        [[SIZE1:%.+]] = getelementptr inbounds i8, ptr %group, i64 32
; CHECK:        [[SIZE2:%.+]] = getelementptr inbounds i8, ptr %group, i64 40
; CHECK:      region0.2:
; CHECK-NEXT:   [[ID2:%.+]] = phi i64
; CHECK:      region0.1:
; CHECK-NEXT:   [[ID1:%.+]] = phi i64
; CHECK:      region0.0:
; CHECK-NEXT:   [[ID0:%.+]] = phi i64 [ 0, %region0.1 ], [ [[NEXT:%.+]], %region0.next ]
; CHECK:      region0.next:
; CHECK-NEXT:   [[NEXT]] = add nuw nsw i64 [[ID0]], 1
; CHECK-NEXT:   [[LAST:%.+]] = icmp eq i64 [[NEXT]], %group.size0
; CHECK-NEXT:   br i1 [[LAST]], label %region0.next1, label %region0.0, !llvm.loop [[LOOP:![0-9]+]]
; CHECK:      region0.items:
; CHECK-NEXT:   %place = getelementptr i32, ptr %out, i64 [[ID0]]
; CHECK-NEXT:   %old = load i32, ptr %place, align 4, !llvm.access.group [[ACCESSES:![0-9]+]]
; CHECK-NEXT:   %new = mul i32 %old, %factor
; CHECK-NEXT:   store i32 %new, ptr %place, align 4, !llvm.access.group [[ACCESSES]]
; CHECK-NEXT:   %count = atomicrmw add ptr %out, i32 1 monotonic, align 4
; CHECK-NOT:    !llvm.access.group
; CHECK:        br label %region0.next

; CHECK: attributes [[ATTRIBUTES]] = { "prefer-vector-width"="512" }
; CHECK: !sycl.host.kernels = !{[[KERNEL:![0-9]+]]}
; CHECK: [[KERNEL]] = !{ptr @kernel.wg, !"kernel", i32 1, i64 0, i64 0, i64 {{[0-9]+}}, i64 0, null, [[ARGUMENTS:![0-9]+]]}
; CHECK: [[ARGUMENTS]] = !{[[POINTER:![0-9]+]], [[VALUE:![0-9]+]]}
; CHECK: [[POINTER]] = !{i32 1, i64 8, i64 8}
; CHECK: [[VALUE]] = !{i32 0, i64 4, i64 4}
; CHECK: [[LOOP]] = distinct !{[[LOOP]], [[PARALLEL:![0-9]+]]}
; CHECK: [[PARALLEL]] = !{!"llvm.loop.parallel_accesses", [[ACCESSES]]}

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32)

define void @kernel(ptr %out, i32 %factor) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr i32, ptr %out, i64 %id
  %old = load i32, ptr %place, align 4
  %new = mul i32 %old, %factor
  store i32 %new, ptr %place, align 4
  %count = atomicrmw add ptr %out, i32 1 monotonic, align 4
  ret void
}
