; Sub-groups have 1, 2, 4, 8, 16 or 32 items, whether a kernel or the user asks for them.

; REQUIRES: llvm-22
; RUN: not %opt -passes=work-group-functions %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: error: kernel `kernel` requires sub-groups of 24; expected a power of two from 1 to 32
; RUN: sed 's/i32 24/i32 64/' %s | not %opt -passes=work-group-functions -o /dev/null 2>&1 | FileCheck %s --check-prefix=LARGE
; LARGE: error: kernel `kernel` requires sub-groups of 64; expected a power of two from 1 to 32
; RUN: not %opt -passes='work-group-functions<sub-group-size=3>' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=PARAMETER
; PARAMETER: parameter `sub-group-size` of pass `work-group-functions` has the value `3`; expected 1|2|4|8|16|32

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @kernel() "sycl-kernel" !intel_reqd_sub_group_size !0 {
  ret void
}

!0 = !{i32 24}
