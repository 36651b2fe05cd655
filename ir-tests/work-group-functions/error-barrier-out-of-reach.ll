; An item can only wait in the function of its group, so functions with barriers are inlined. One that cannot be, because
; it is recursive or called through a pointer, is an error with kernel and function. The module is unchanged.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: not %opt -passes=work-group-functions %t/recursive.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=RECURSIVE
; RECURSIVE: error: kernel `kernel` reaches a barrier in function `odd`, which is recursive; expected barriers in functions that can be inlined
; RUN: not %opt -passes=work-group-functions %t/pointer.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=POINTER
; POINTER: error: kernel `kernel` reaches a barrier in function `waits`, which is called through a pointer; expected barriers in functions that can be inlined

; A function whose address is never called changes nothing.
; RUN: %opt -S -passes=work-group-functions -verify-each %t/unused.ll | FileCheck %s --check-prefix=UNUSED
; UNUSED: define internal void @waits()
; UNUSED: call void @llvm.trap()
; UNUSED: define internal void @kernel.wg(

;--- recursive.ll
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__sp_host_group_barrier()

define void @odd(i32 %n) {
  %is.zero = icmp eq i32 %n, 0
  br i1 %is.zero, label %end, label %more
more:
  %less = sub i32 %n, 1
  call void @even(i32 %less)
  br label %end
end:
  ret void
}

define void @even(i32 %n) {
  call void @__sp_host_group_barrier()
  call void @odd(i32 %n)
  ret void
}

define void @kernel(i32 %n) "sycl-kernel" {
  call void @odd(i32 %n)
  ret void
}

;--- pointer.ll
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__sp_host_group_barrier()

define void @waits() {
  call void @__sp_host_group_barrier()
  ret void
}

define void @calls(ptr %function) {
  call void %function()
  ret void
}

define void @kernel() "sycl-kernel" {
  call void @calls(ptr @waits)
  ret void
}

;--- unused.ll
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@table = global [1 x ptr] [ptr @waits]
declare void @__sp_host_group_barrier()

define void @waits() {
  call void @__sp_host_group_barrier()
  ret void
}

define void @kernel() "sycl-kernel" {
  ret void
}
