; Functions that ask for ids and cannot be inlined, because they are recursive or called through pointers, find their item
; in a variable of the thread. Kernels write it before calls that lead there, and nowhere else. Variables in local memory
; that such functions use have one place for all kernels, also where a kernel has others.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %opt -S -passes='work-group-functions<barriers=coroutine>,default<O2>' -verify-each %s | FileCheck %s --check-prefix=O2
; O2: @sycl.host.item{{.*}} = internal thread_local

; CHECK: @sycl.host.item = internal thread_local global [9 x i64] zeroinitializer, align 8
; CHECK-NOT: @shared
; CHECK-NOT: @own

; CHECK-LABEL: define internal i64 @down(i64 %n)
; CHECK:         %group = load ptr, ptr @sycl.host.item, align 8
; CHECK:         %local = load ptr, ptr getelementptr inbounds (i8, ptr @sycl.host.item, i64 8), align 8
; CHECK:         %me = load i64, ptr getelementptr inbounds (i8, ptr @sycl.host.item, i64 40), align 8
; CHECK:         getelementptr i32, ptr %local, i64 %me

; CHECK-LABEL: define internal void @other.wg(
; CHECK-NOT:     @sycl.host.item
; CHECK:       }
; CHECK-LABEL: define internal void @recursion.wg(
; CHECK:         %own = getelementptr inbounds i8, ptr %local, i64 16
; CHECK:         store ptr %group, ptr @sycl.host.item, align 8
; CHECK:         store i64 %me, ptr getelementptr inbounds (i8, ptr @sycl.host.item, i64 40), align 8
; CHECK:         call i64 @down(i64 3)
; CHECK-LABEL: define internal void @virtual.wg(
; CHECK:         store i64 %region0.id1, ptr getelementptr inbounds (i8, ptr @sycl.host.item, i64 48), align 8
; CHECK:         call void %function(

; CHECK: !{ptr @other.wg, !"other", i32 1, i64 32,
; CHECK: !{ptr @recursion.wg, !"recursion", i32 1, i64 48,
; CHECK: !{ptr @virtual.wg, !"virtual", i32 1, i64 16,

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@shared = internal thread_local global [4 x i32] undef, align 4
@own = internal thread_local global [4 x i64] undef, align 8
declare i64 @__sp_host_local_id(i32)

define i64 @down(i64 %n) {
  %is.zero = icmp eq i64 %n, 0
  br i1 %is.zero, label %end, label %more
more:
  %less = sub i64 %n, 1
  %below = call i64 @down(i64 %less)
  %me = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr i32, ptr @shared, i64 %me
  store i32 1, ptr %place
  ret i64 %me
end:
  ret i64 0
}

define void @other() "sycl-kernel" {
  %me = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr i64, ptr @own, i64 %me
  store i64 1, ptr %place
  ret void
}

define void @recursion() "sycl-kernel" {
  %me = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr i64, ptr @own, i64 %me
  %deep = call i64 @down(i64 3)
  store i64 %deep, ptr %place
  ret void
}

define void @virtual(ptr %function, ptr %object) "sycl-kernel" {
  call void %function(ptr %object)
  ret void
}
