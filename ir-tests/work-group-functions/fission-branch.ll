; A branch that is the same for all items and has a barrier behind it is taken once, outside of the loops over items. One
; that differs between items and has none behind it stays inside. A way that ends in `unreachable` is none that barriers
; have to be reached on.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='default<O2>,work-group-functions<barriers=fission>,default<O2>' -verify-each %s \
; RUN:   | FileCheck %s --check-prefix=O2

; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:         %is.set = icmp ne i32 %n, 0
; CHECK:       region0.end:
; CHECK-NEXT:    br i1 %is.set, label %then, label %else
; CHECK:         %is.first = icmp eq i64 {{%.+}}, 0
; CHECK-NEXT:    br i1 %is.first, label %first, label %{{.+}}
; CHECK:         store i32 1,
; CHECK:       else:
; CHECK:         store i32 2,
; CHECK:       end:
; CHECK-NEXT:    %which = phi i32 [ 3, {{%.+}} ], [ 4, {{%.+}} ]

; CHECK-LABEL: define internal void @may_fail.wg(
; CHECK:         br i1 %is.bad, label %fail, label %go.on
; CHECK:       fail:
; CHECK-NEXT:    call void @abort()
; CHECK-NEXT:    unreachable
; CHECK:       barrier:

; O2-NOT: __sp_host_

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent
declare void @abort() noreturn

define void @kernel(ptr %data, i32 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr i32, ptr %data, i64 %id
  %is.first = icmp eq i64 %id, 0
  br i1 %is.first, label %first, label %join
first:
  store i32 0, ptr %data, align 4
  br label %join
join:
  %is.set = icmp ne i32 %n, 0
  br i1 %is.set, label %then, label %else
then:
  call void @__sp_host_group_barrier()
  store i32 1, ptr %place, align 4
  br label %end
else:
  store i32 2, ptr %place, align 4
  br label %end
end:
  %which = phi i32 [ 3, %then ], [ 4, %else ]
  %last = getelementptr i32, ptr %place, i32 %which
  store i32 %which, ptr %last, align 4
  ret void
}

define void @may_fail(ptr %data) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr i32, ptr %data, i64 %id
  %loaded = load i32, ptr %place, align 4
  %is.bad = icmp eq i32 %loaded, 7
  br i1 %is.bad, label %fail, label %go.on
fail:
  call void @abort()
  unreachable
go.on:
  call void @__sp_host_group_barrier()
  store i32 1, ptr %place, align 4
  ret void
}
