; Addresses in a variable of local memory may be constant expressions, in the kernel or once what it calls is inlined and
; simplified. All of them become offsets into the block, with fission and with coroutines.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='work-group-functions<barriers=coroutine>' -verify-each %s | FileCheck %s

; CHECK-NOT: @variable
; CHECK-DAG: store i32 1, ptr %local
; CHECK-DAG: [[SECOND:%.+]] = getelementptr {{.*}}i8, ptr %local{{.*}}, i64 4
; CHECK-DAG: store i32 2, ptr [[SECOND]]
; CHECK-DAG: [[THIRD:%.+]] = getelementptr {{.*}}i8, ptr %local{{.*}}, i64 8
; CHECK-DAG: store i32 3, ptr [[THIRD]]
; CHECK-NOT: @variable

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@variable = internal thread_local global [4 x i32] undef, align 4

define void @kernel() #0 {
  store i32 1, ptr @variable, align 4
  store i32 2, ptr getelementptr (i8, ptr @variable, i64 4), align 4
  call void @fill(i64 2)
  call void @__sp_host_group_barrier()
  ret void
}

define internal void @fill(i64 %place) {
  call void @__sp_host_group_barrier()
  %address = getelementptr i32, ptr @variable, i64 %place
  store i32 3, ptr %address, align 4
  ret void
}

declare void @__sp_host_group_barrier() #1

attributes #0 = { "sycl-kernel" }
attributes #1 = { convergent }
