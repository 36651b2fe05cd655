; A kernel gives nothing back, so one that is not `void` is an error, which names the kernel and its type.

; REQUIRES: llvm-22
; RUN: not %opt -passes=work-group-functions %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: error: kernel `gives` returns a value of type `i64`; expected `void`

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i64 @gives() "sycl-kernel" {
  ret i64 1
}
