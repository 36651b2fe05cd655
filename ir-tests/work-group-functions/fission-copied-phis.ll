; Blocks are copied where sub-groups part, and what both copies define gets phis behind them. Such a phi may be in a block
; that was copied, and has no copy.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %s | FileCheck %s

; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:         call void @__sp_wg_fail_barrier(

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__sp_host_sub_group_barrier() convergent

define void @kernel(ptr %in) "sycl-kernel" {
entry:
  %first = load i64, ptr %in
  br label %loop
loop:
  %value = phi i64 [ %first, %entry ], [ 0, %meet ]
  %round = phi i32 [ 0, %entry ], [ %low, %meet ]
  %low = and i32 1, %round
  %short = trunc i64 %first to i32
  %is.zero = icmp eq i32 %short, 0
  br i1 %is.zero, label %meet, label %wait
wait:
  tail call void @__sp_host_sub_group_barrier()
  %second = load i64, ptr %in
  br label %meet
meet:
  %other = phi i64 [ 0, %wait ], [ 0, %loop ]
  %more = add i32 %short, 1
  %is.last = icmp eq i32 0, %more
  br i1 %is.last, label %end, label %loop
end:
  ret void
}
