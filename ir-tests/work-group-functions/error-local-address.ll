; The address of a variable in local memory is known when a group runs, and no earlier.

; REQUIRES: llvm-22
; RUN: not %opt -passes=work-group-functions %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: error: an initializer has the address of variable `tile` in local memory; expected uses in functions only

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@tile = internal thread_local global [4 x i32] undef
@address = global ptr @tile

define void @kernel() "sycl-kernel" {
  ret void
}
