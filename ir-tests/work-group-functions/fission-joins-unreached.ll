; Copies that are made in several steps may leave the block that they are copies of without a way to it. It is in no
; region then, and goes.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %s | FileCheck %s

; CHECK-LABEL: define internal void @kernel.wg(
; CHECK-NOT:   __sp_host_group_barrier

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__sp_host_group_barrier() convergent

define void @kernel(i32 %n, ptr %data) "sycl-kernel" {
  switch i32 %n, label %never [
    i32 0, label %scaled
    i32 3, label %together
  ]
scaled:
  %six = mul i32 %n, 6
  %wide = zext i32 %six to i64
  br label %together
never:
  unreachable
together:
  call void @__sp_host_group_barrier()
  switch i32 %n, label %never [
    i32 0, label %asked
    i32 1, label %signed
    i32 2, label %last
    i32 3, label %last
  ]
asked:
  %loaded = load i32, ptr %data, align 4
  %is.zero = icmp eq i32 0, %loaded
  br i1 %is.zero, label %signed, label %end
signed:
  %negative = sub i32 0, %n
  %is.negative = icmp slt i32 %negative, 0
  br label %last
last:
  %place = getelementptr i8, ptr %data, i64 12
  %more = load i32, ptr %place, align 4
  br label %end
end:
  %which = phi i64 [ 1, %last ], [ 0, %asked ]
  %where = getelementptr i8, ptr %data, i64 %which
  store i32 0, ptr %where, align 4
  ret void
}
