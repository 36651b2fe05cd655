; Built-in functions that only this pass knows are declared as their library declares them. With another type, or as one
; that only the pass makes, they are an error.

; REQUIRES: llvm-22
; RUN: not %opt -passes=work-group-functions %s -o /dev/null 2>&1 | FileCheck %s
; RUN: sed 's/local_id()/items(i32)/' %s > %t.ll
; RUN: not %opt -passes=work-group-functions %t.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=MADE
; CHECK: error: function `__sp_host_local_id` is declared as `i64 ()`; expected i64 (i32), as in the library of
; CHECK-SAME: built-in functions
; MADE:  error: function `__sp_host_items` is declared as `i64 (i32)`; expected no such function

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id()

define void @kernel() "sycl-kernel" {
  ret void
}
