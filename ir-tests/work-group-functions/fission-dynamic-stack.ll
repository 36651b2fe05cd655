; Stack memory that an item allocates while it runs is released when the item is done with the region, so that a group
; needs no more than one item does. What lives across a barrier stays until the group ends, also if the kernel itself
; would release it: that would release what other items have.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='default<O2>,work-group-functions<barriers=fission>,default<O2>' -verify-each %s \
; RUN:   | FileCheck %s --check-prefix=O2

; CHECK-LABEL: define internal void @across.wg(
; CHECK-NOT:     llvm.stack
; CHECK:         %memory = alloca i8, i64 %n, align 64
; CHECK-NOT:     llvm.stack
; CHECK-LABEL: define internal void @last.wg(
; CHECK:         [[STACK:%.+]] = call ptr @llvm.stacksave.p0()
; CHECK-NEXT:    br label %region0.items
; CHECK:       region0.next:
; CHECK-NEXT:    call void @llvm.stackrestore.p0(ptr [[STACK]])
; CHECK:       region0.items:
; CHECK-NEXT:    %memory = alloca i8, i64 %n, align 64
; CHECK-NEXT:    call void @use(ptr %memory)
; CHECK-LABEL: define internal void @saved.wg(
; CHECK-NOT:     llvm.stackrestore
; CHECK-LABEL: define internal void @within.wg(
; CHECK:         [[STACK:%.+]] = call ptr @llvm.stacksave.p0()
; CHECK-NEXT:    br label %region0.items
; CHECK:         call void @llvm.stackrestore.p0(ptr [[STACK]])
; CHECK:         store volatile i8 1, ptr %memory, align 1{{$}}
; CHECK-NEXT:    %loaded = load volatile i8, ptr %memory, align 1{{$}}

; O2-NOT: __sp_host_

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent
declare void @use(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

define void @across(ptr %out, i64 %n) "sycl-kernel" {
  %memory = alloca i8, i64 %n, align 1
  store volatile i8 1, ptr %memory, align 1
  call void @__sp_host_group_barrier()
  %loaded = load volatile i8, ptr %memory, align 1
  store i8 %loaded, ptr %out, align 1
  ret void
}

define void @last(ptr %out, i64 %n) "sycl-kernel" {
  %memory = alloca i8, i64 %n, align 1
  call void @use(ptr %memory)
  ret void
}

define void @saved(ptr %out, i64 %n) "sycl-kernel" {
  %stack = call ptr @llvm.stacksave.p0()
  %memory = alloca i8, i64 %n, align 1
  call void @use(ptr %memory)
  call void @__sp_host_group_barrier()
  call void @use(ptr %memory)
  call void @llvm.stackrestore.p0(ptr %stack)
  call void @use(ptr %out)
  ret void
}

define void @within(ptr %out, i64 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %memory = alloca i8, i64 %n, align 1
  store volatile i8 1, ptr %memory, align 1
  %loaded = load volatile i8, ptr %memory, align 1
  call void @__sp_host_group_barrier()
  %place = getelementptr i8, ptr %out, i64 %id
  store i8 %loaded, ptr %place, align 1
  ret void
}
