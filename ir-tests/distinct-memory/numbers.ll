; Launchers get a list of what a kernel loads from objects in its arguments, other than pointers: parameter,
; byte, size. They specialize the kernel to those that stay the same.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes=distinct-memory -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='distinct-memory,distinct-memory' %s -o %t.twice.ll
; RUN: %opt -S -passes=distinct-memory %s -o %t.once.ll
; RUN: cmp %t.once.ll %t.twice.ll

; CHECK-NOT: {{^}}@{{.*}}_numbers
; CHECK: @kernel_numbers = dso_local global [9 x i32] [i32 0, i32 8, i32 8, i32 0, i32 16, i32 4, i32 2, i32 0, i32 16], align 4
; CHECK-NOT: {{^}}@{{.*}}_numbers

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

; The same place in two sizes counts with the larger one; a pointer is none, and neither is a parameter that is a number
; or what is loaded from memory.
define ptx_kernel void @kernel(ptr byval({ ptr, double, i32, i32 }) align 8 readonly %object, i32 %n,
                               ptr byval(<4 x float>) align 16 readonly %vector, ptr addrspace(1) %out) {
  %from = load ptr addrspace(1), ptr %object
  %place = getelementptr i8, ptr %object, i64 8
  %narrow = load float, ptr %place
  %wide = load double, ptr %place
  %second = getelementptr i8, ptr %object, i64 16
  %count = load i32, ptr %second
  %four = load <4 x float>, ptr %vector
  %index = sext i32 %n to i64
  %unknown = getelementptr i8, ptr %object, i64 %index
  %other = load i32, ptr %unknown
  %element = load i32, ptr addrspace(1) %from
  store double %wide, ptr addrspace(1) %out
  ret void
}

; What the kernel writes to is its own.
define ptx_kernel void @writes(ptr byval({ i32 }) align 8 %object, ptr addrspace(1) %out) {
  store i32 1, ptr %object
  %n = load i32, ptr %object
  store i32 %n, ptr addrspace(1) %out
  ret void
}
