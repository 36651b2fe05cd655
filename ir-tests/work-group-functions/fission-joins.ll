; What items reach from several barriers, but not together, is copied for each: the rest of the kernel behind a return of
; some items, where others come from in front of the barrier. What is behind the copies uses the values of its own one.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='default<O2>,work-group-functions<barriers=fission>,default<O2>' -verify-each %s \
; RUN:   | FileCheck %s --check-prefix=O2

; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:         [[LAST:%.+]] = alloca i32, i64 %group.items
; CHECK:       region0.end:
; CHECK-NEXT:    br i1 %is.set, label %then, label %
; CHECK:         br i1 %is.even{{[0-9]*}}, label %
; CHECK:       rest:
; CHECK-NEXT:    %which = phi i32 [ 1, %{{.+}} ]
; CHECK:         [[ELEMENT:%.+]] = getelementptr inbounds i32, ptr [[LAST]],
; CHECK-NEXT:    store i32 %value, ptr [[ELEMENT]]
; CHECK:       rest.copy:
; CHECK-NEXT:    %which.copy = phi i32 [ 2, %{{.+}} ]
; CHECK:         [[ELEMENT:%.+]] = getelementptr inbounds i32, ptr [[LAST]],
; CHECK-NEXT:    store i32 %value.copy, ptr [[ELEMENT]]

; O2-NOT: __sp_host_

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent

define void @kernel(ptr %data, i32 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr i32, ptr %data, i64 %id
  %is.even = trunc i64 %id to i1
  %is.set = icmp ne i32 %n, 0
  br i1 %is.set, label %then, label %rest
then:
  call void @__sp_host_group_barrier()
  br i1 %is.even, label %end, label %rest
rest:
  %which = phi i32 [ 1, %0 ], [ 2, %then ]
  %loaded = load i32, ptr %place, align 4
  %value = add i32 %loaded, 1
  store i32 %which, ptr %place, align 4
  br label %end
end:
  %last = phi i32 [ 0, %then ], [ %value, %rest ]
  store i32 %last, ptr %place, align 4
  ret void
}
