; A baseline processor of x86-64 converts halves by calls of functions that only the compiler's own library has, and
; divides integers of 128 bits so. Modules with such types get copies.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: %opt -S -passes=work-group-functions -verify-each %t/half.ll -o %t/half.out.ll
; RUN: FileCheck --check-prefix=HALF %s < %t/half.out.ll
; RUN: %opt -S -passes=work-group-functions,work-group-functions %t/half.ll | diff %t/half.out.ll -
; RUN: %opt -passes='work-group-functions,default<O3>' %t/half.ll | llc-22 -filetype=obj -relocation-model=pic -o %t/half.o
; RUN: llvm-nm-22 --undefined-only %t/half.o | count 0
; RUN: %opt -passes='work-group-functions,default<O3>' %t/wide.ll | llc-22 -filetype=obj -relocation-model=pic -o %t/wide.o
; RUN: llvm-nm-22 --undefined-only %t/wide.o | count 0
; RUN: %opt -S -passes=work-group-functions %t/plain.ll | FileCheck --check-prefix=PLAIN %s

; HALF-DAG: @llvm.compiler.used = appending global {{.*}}ptr @__extendhfsf2, ptr @__truncdfhf2, ptr @__truncsfhf2
; HALF-DAG: define internal {{.*}}float @__extendhfsf2(half
; HALF-DAG: define internal {{.*}}half @__truncsfhf2(float
; HALF-DAG: define internal {{.*}}half @__truncdfhf2(double
; HALF-NOT: @__udivti3

; PLAIN-NOT: @__extendhfsf2
; PLAIN-NOT: @__udivti3

;--- half.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @kernel(ptr %out) #0 {
  %v = load <4 x half>, ptr %out, align 8
  %w = fadd <4 x half> %v, %v
  store <4 x half> %w, ptr %out, align 8
  ret void
}

attributes #0 = { "sycl-kernel" }

;--- wide.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @kernel(ptr %out) #0 {
  %a = load i128, ptr %out, align 16
  %next = getelementptr i128, ptr %out, i64 1
  %b = load i128, ptr %next, align 16
  %q = udiv i128 %a, %b
  %r = srem i128 %a, %b
  store i128 %q, ptr %out, align 16
  store i128 %r, ptr %next, align 16
  ret void
}

attributes #0 = { "sycl-kernel" }

;--- plain.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @kernel(ptr %out) #0 {
  store i64 1, ptr %out, align 8
  ret void
}

attributes #0 = { "sycl-kernel" }
