; sycl.cfg has clang leave counters of loops in 32 bits, for GPUs; a processor counts in 64, so that an element's address
; is not extended in each round.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s

; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:         phi i64
; CHECK-NOT:     sext

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @kernel(ptr %data, i32 %n) "sycl-kernel" !reqd_work_group_size !0 {
  %none = icmp slt i32 %n, 1
  br i1 %none, label %end, label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %index = sext i32 %i to i64
  %place = getelementptr float, ptr %data, i64 %index
  store float 1.0, ptr %place, align 4
  %next = add nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

!0 = !{i32 16, i32 1, i32 1}
