; A barrier that no item gets to is none, also where nothing may be optimized.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='work-group-functions<barriers=coroutine>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='work-group-functions<barriers=refuse>' -verify-each %s | FileCheck %s

; CHECK-LABEL: define internal void @kernel.{{wg|item}}(
; CHECK:         store i32 7, ptr %data
; CHECK-NOT:   store i32 8, ptr %data

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__sp_host_group_barrier() convergent

define void @kernel(ptr %data) noinline optnone "sycl-kernel" {
  store i32 7, ptr %data, align 4
  ret void
behind:
  call void @__sp_host_group_barrier()
  store i32 8, ptr %data, align 4
  br label %behind
}
