; A failing run replaces images of an earlier run and removes them, so the earlier table that lists them is removed too.
; Files that the run did not reach are kept.

; RUN: rm -rf %t && mkdir %t
; RUN: cd %t && %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;o=x.table>' %s
; RUN: cp %t/x.table %t/other.txt
; RUN: rm %t/x_1.bc && mkdir %t/x_1.bc
; RUN: cd %t && not %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;jobs=2;o=x.table;o=missing/y.table>' %s
; RUN: ls %t | FileCheck %s --match-full-lines

; CHECK:      other.txt
; CHECK-NEXT: x_1.bc
; CHECK-NEXT: x_1.sym
; CHECK-NOT:  {{.+}}

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 {
  ret void
}
define spir_kernel void @kernel_b() #0 {
  ret void
}
define spir_kernel void @kernel_d() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
