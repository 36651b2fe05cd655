; The frame of a coroutine has one size, so it has no room for stack memory whose size is known when the kernel runs.

; REQUIRES: llvm-22
; RUN: not %opt -passes='work-group-functions<barriers=coroutine>' %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: error: kernel `kernel` waits at barriers in control flow that is not uniform, and allocates stack memory at `%memory = alloca i32, i64 %n, align 4`; expected a constant size, allocated on entry
; RUN: %opt -passes=work-group-functions -verify-each %s -o /dev/null

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__sp_host_group_barrier()

define void @kernel(ptr %out, i64 %n) "sycl-kernel" {
  %memory = alloca i32, i64 %n, align 4
  store i32 7, ptr %memory
  call void @__sp_host_group_barrier()
  %value = load i32, ptr %memory
  store i32 %value, ptr %out
  ret void
}
