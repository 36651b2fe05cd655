; A failed assertion names the item that it failed for, also where everything else that it says is constant.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='work-group-functions<barriers=coroutine>' -verify-each %s | FileCheck %s --check-prefix=COROUTINE

; CHECK-LABEL: define internal void @checks.wg(
; CHECK:         call void @__sp_wg_fail_assertion(ptr @sycl_host_on_failure, ptr @checks.name, ptr %group, i64 %region1.id0, i64 %region1.id1, i64 %region1.id2, ptr @text, ptr @file, i32 7, ptr @function)
; CHECK-NEXT:    unreachable
; COROUTINE:     call void @__sp_wg_fail_assertion(ptr @sycl_host_on_failure, ptr @checks.name, ptr %group{{.*}}, i64 %{{.+}}, i64 %{{.+}}, i64 %{{.+}}, ptr @text, ptr @file, i32 7, ptr @function)

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@text = internal constant [2 x i8] c"x\00"
@file = internal constant [2 x i8] c"f\00"
@function = internal constant [2 x i8] c"g\00"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent
declare void @__sp_host_assert_fail(ptr, ptr, i32, ptr) noreturn

define void @checks(ptr %data) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr i32, ptr %data, i64 %id
  store i32 1, ptr %place, align 4
  call void @__sp_host_group_barrier()
  %is.bad = icmp eq i64 %id, 5
  br i1 %is.bad, label %fail, label %go.on
fail:
  call void @__sp_host_assert_fail(ptr @text, ptr @file, i32 7, ptr @function)
  unreachable
go.on:
  store i32 2, ptr %place, align 4
  ret void
}
