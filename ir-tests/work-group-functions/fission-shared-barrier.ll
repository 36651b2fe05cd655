; Two ways of a branch that items take may lead to the same barriers before they meet, as optimizers make it of a branch in
; front of another one. That is valid, so the launch does not fail there: such kernels are made coroutines.

; REQUIRES: llvm-22
; RUN: not %opt -passes='work-group-functions<barriers=fission>' %s -o /dev/null 2>&1 | FileCheck %s
; RUN: %opt -S -passes='work-group-functions' -verify-each %s | FileCheck %s --check-prefix=AUTO

; CHECK: error: kernel `kernel` has a barrier at {{.+}} that depends on the branch at {{.+}}, which is not uniform
; AUTO-NOT: compare
; AUTO: switch

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent

define void @kernel(ptr %data, i32 %flag) "sycl-kernel" {
entry:
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr i32, ptr %data, i64 %id
  %is.first = icmp eq i64 %id, 0
  %is.set = icmp ne i32 %flag, 0
  br i1 %is.first, label %first, label %others
first:
  store i32 1, ptr %place
  br i1 %is.set, label %left, label %right
others:
  store i32 2, ptr %place
  br i1 %is.set, label %left, label %right
left:
  call void @__sp_host_group_barrier()
  store i32 3, ptr %place
  br label %end
right:
  call void @__sp_host_group_barrier()
  store i32 4, ptr %place
  br label %end
end:
  ret void
}
