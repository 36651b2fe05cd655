; Stack memory that lives across a barrier, or whose address gets away, is there for each item. What one region uses
; from beginning to end is there once; accesses to it are not independent between items.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='default<O2>,work-group-functions,default<O2>' -verify-each %s | FileCheck %s --check-prefix=O2

; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:         %within = alloca [4 x i32], align 4
; CHECK:         [[ACROSS:%.+]] = alloca [16 x i8], i64 %group.items, align 64
; CHECK:         %loaded = load i32, ptr %place, align 4, !llvm.access.group
; CHECK:         %element = getelementptr [4 x i32], ptr %within
; CHECK-NEXT:    store i32 %loaded, ptr %element, align 4{{$}}
; CHECK-NOT:     llvm.lifetime
; CHECK:       region1.0:
; CHECK:         [[OWN:%.+]] = getelementptr inbounds [16 x i8], ptr [[ACROSS]], i64 %item
; CHECK:         %kept = load i32, ptr [[OWN]], align 4, !llvm.access.group
; CHECK: !{ptr @kernel.wg, !"kernel", i32 1, i64 0, i64 0, i64 {{[0-9]+}}, i64 16, null,

; O2-NOT: __sp_host_

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent
declare void @llvm.lifetime.start.p0(ptr)
declare void @look(ptr)

define void @kernel(ptr %data) "sycl-kernel" {
  %within = alloca [4 x i32], align 4
  %across = alloca i32, align 16
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr i32, ptr %data, i64 %id
  %loaded = load i32, ptr %place, align 4
  %element = getelementptr [4 x i32], ptr %within, i32 0, i32 %loaded
  store i32 %loaded, ptr %element, align 4
  %first = load i32, ptr %within, align 4
  call void @llvm.lifetime.start.p0(ptr %across)
  store i32 %first, ptr %across, align 4
  call void @look(ptr %across)
  call void @__sp_host_group_barrier()
  %kept = load i32, ptr %across, align 4
  store i32 %kept, ptr %place, align 4
  ret void
}
