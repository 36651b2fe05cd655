; For how many items a condition is true is known when all of them were asked: what is computed of it stays behind that,
; also where uniform values are computed as early as possible.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %s | FileCheck %s

; CHECK:      compare{{[0-9]*}}:
; CHECK-NEXT:   icmp eq i32 [[TAKEN:%taken[0-9]*]], 0
; CHECK-NEXT:   icmp eq i32 [[TAKEN]], %all
; CHECK:      compare{{[0-9]*}}:
; CHECK-NEXT:   icmp eq i32 [[SECOND:%taken[0-9]*]], 0
; CHECK-NEXT:   icmp eq i32 [[SECOND]], %all

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare i64 @__sp_host_group_size(i32) memory(none)
declare i64 @__sp_host_group_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent

define void @kernel(ptr %in, ptr %out, i32 %n, i32 %m) "sycl-kernel" {
entry:
  %id.wide = call i64 @__sp_host_local_id(i32 0)
  %id = trunc i64 %id.wide to i32
  %size.wide = call i64 @__sp_host_group_size(i32 0)
  %size = trunc i64 %size.wide to i32
  %group.wide = call i64 @__sp_host_group_id(i32 0)
  %group = trunc i64 %group.wide to i32
  %own = getelementptr i32, ptr %out, i64 %id.wide
  %low = and i32 %id, 1
  %is.odd = icmp ne i32 %low, 0
  br i1 %is.odd, label %odd, label %join
odd:
  %flag = load i32, ptr %in
  %waits = icmp eq i32 %flag, 1
  br i1 %waits, label %wait, label %past
wait:
  call void @__sp_host_group_barrier()
  br label %past
past:
  %changed = xor i32 %id, 3
  br label %join
join:
  %value = phi i32 [ %changed, %past ], [ %id, %entry ]
  br label %rounds
rounds:
  %round = phi i32 [ 0, %join ], [ %next, %again ]
  %most = and i32 %n, 3
  %more = icmp slt i32 %round, %most
  br i1 %more, label %items, label %end
items:
  %at = phi i32 [ %id, %rounds ], [ %then, %item ]
  %is.in = icmp ult i32 %at, %size
  br i1 %is.in, label %item, label %behind
item:
  call void @__sp_host_group_barrier()
  %then = add i32 %at, %size
  br label %items
behind:
  call void @__sp_host_group_barrier()
  %high = lshr i32 %id, 20
  %sum = add i32 %m, %high
  %leaves = icmp eq i32 %group, %sum
  br i1 %leaves, label %end, label %again
again:
  %next = add i32 %round, 1
  br label %rounds
end:
  store i32 %value, ptr %own
  ret void
}
