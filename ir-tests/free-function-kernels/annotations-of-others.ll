; Annotations of others stay, and so does what they share with ours; nothing is done to a module that has only those.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes=free-function-kernels -verify-each %t/mixed.ll | FileCheck %s
; RUN: %opt -S -passes=verify %t/theirs.ll -o %t/before
; RUN: %opt -S -passes=free-function-kernels %t/theirs.ll -o %t/after
; RUN: cmp %t/before %t/after

;--- mixed.ll
target triple = "spirv64-unknown-unknown"
@.text = private constant [19 x i8] c"sycl-free-function\00"
@.task = private constant [19 x i8] c"single_task_kernel\00"
@.theirs = private constant [7 x i8] c"theirs\00"
@.file = private constant [6 x i8] c"a.cpp\00"
@.args = private constant { ptr } { ptr @.task }
; CHECK-NOT: @.text
; CHECK: @.task = private
; CHECK: @.file = private
; CHECK: @.args = private
; CHECK: @llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.theirs, ptr @.file, i32 1, ptr @.args }]
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.text, ptr @.file, i32 1, ptr @.args },
  { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.theirs, ptr @.file, i32 1, ptr @.args }
], section "llvm.metadata"
; CHECK: define spir_func void @f()
; CHECK: define spir_kernel void @__sycl_kernel_f()
define spir_func void @f() {
  ret void
}

;--- theirs.ll
target triple = "x86_64-unknown-linux-gnu"
@.text = private constant [7 x i8] c"theirs\00"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32 }] [
  { ptr, ptr, ptr, i32 } { ptr @f, ptr @.text, ptr null, i32 1 }
], section "llvm.metadata"
define void @f() {
  ret void
}
