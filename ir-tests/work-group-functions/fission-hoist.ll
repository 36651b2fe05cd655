; What several branches compute of uniform values is computed once in front of them, if items would seem to reach a
; barrier on different ways otherwise. Division, which may fail, stays where it is, and so does all where there is no need.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %s | FileCheck %s
; RUN: sed 's/, %rest\.n/, %n/' %s > %t.ll
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.ll | FileCheck %s --check-prefix=STAYS

; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:         %low.2 = and i32 %n, 3
; CHECK:         br i1 %is.first
; CHECK-NOT:     and i32
; CHECK:         udiv i32 7, %n
; CHECK-NOT:     and i32

; STAYS:         br i1 %is.first
; STAYS:         and i32 %n, 3

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent

define void @kernel(ptr %data, i32 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr i32, ptr %data, i64 %id
  %is.first = icmp eq i64 %id, 0
  br i1 %is.first, label %first, label %others
first:
  %low.1 = and i32 %n, 3
  %quotient = udiv i32 7, %n
  store i32 %quotient, ptr %place, align 4
  br label %rest
others:
  %low.2 = and i32 %n, 3
  br label %rest
rest:
  %rest.n = phi i32 [ %low.1, %first ], [ %low.2, %others ]
  %is.zero = icmp eq i32 0, %rest.n
  br i1 %is.zero, label %then, label %end
then:
  call void @__sp_host_group_barrier()
  store i32 %rest.n, ptr %place, align 4
  br label %end
end:
  ret void
}
