; With `barriers=coroutine`, items are coroutines: `kernel.item` is suspended at barriers, after it has said at which one,
; and frames are in one piece of the stack, each aligned to 64. The group starts all items and lets the library run them.
; No intrinsic for coroutines is left. Barriers that nothing tells apart from others have numbers; the lowest bit says
; that a barrier is one of the sub-group.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=coroutine>' -verify-each %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=NONE < %t.ll
; RUN: %opt -S -passes='work-group-functions<barriers=coroutine>,work-group-functions<barriers=coroutine>' %s | diff %t.ll -
; RUN: %opt -passes='work-group-functions<barriers=coroutine>,default<O2>' -verify-each %s -o /dev/null

; NONE-NOT: llvm.coro
; NONE-NOT: __sp_host_group_barrier
; NONE-NOT: @kernel.frame
; NONE-NOT: presplitcoroutine

; CHECK: @kernel.name = internal constant [7 x i8] c"kernel\00"
; CHECK: @sycl_host_on_failure = internal global ptr null
; CHECK: @llvm.compiler.used = appending global [2 x ptr] [ptr @sycl_host_on_failure, ptr @kernel.wg]

; CHECK-LABEL: define internal void @kernel.item(ptr %arguments, ptr %group, ptr %local, i64 %id0, i64 %id1, i64 %id2, ptr %frame, ptr %state)
; CHECK:         store ptr @kernel.item.resume, ptr
; CHECK:         store i32 2, ptr %state
; CHECK:         ret void

; CHECK-LABEL: define internal void @kernel.wg(ptr %arguments, ptr %group, ptr %local)
; CHECK:         [[BYTES:%.+]] = mul nuw nsw i64 %group.items, [[FRAME:[0-9]+]]
; CHECK-NEXT:    %frames = alloca i8, i64 [[BYTES]], align 64
; CHECK-NEXT:    %states = alloca i32, i64 %group.items, align 64
; CHECK:         [[OFFSET:%.+]] = mul nuw nsw i64 %item, [[FRAME]]
; CHECK-NEXT:    %frame = getelementptr inbounds i8, ptr %frames, i64 [[OFFSET]]
; CHECK-NEXT:    %state = getelementptr inbounds i32, ptr %states, i64 %item
; CHECK-NEXT:    call void @kernel.item(ptr %arguments, ptr %group, ptr %local, i64 %items.id0, i64 %items.id1, i64 %items.id2, ptr %frame, ptr %state)
; CHECK:         call void @__sp_wg_run_items(ptr %frames, i64 [[FRAME]], ptr %states, i64 %group.items, i32 16, ptr %group, ptr @kernel.name, ptr @sycl_host_on_failure, ptr @kernel.barriers)

; CHECK-LABEL: define internal {{.*}}void @kernel.item.resume(
; CHECK:         store i32 5, ptr %state.reload

; CHECK: !{ptr @kernel.wg, !"kernel", i32 16, i64 0, i64 0, i64 {{[0-9]+}}, i64 {{[0-9]+}}, null, {{.+}}}

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32)
declare void @__sp_host_group_barrier()
declare void @__sp_host_sub_group_barrier()

define void @kernel(ptr %out) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  call void @__sp_host_group_barrier()
  call void @__sp_host_sub_group_barrier()
  %place = getelementptr i64, ptr %out, i64 %id
  store i64 %id, ptr %place
  ret void
}
