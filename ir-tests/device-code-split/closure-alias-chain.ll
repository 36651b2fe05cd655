; Aliases of aliases are moved too, regardless of their order.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: FileCheck %s --input-file=%t/x_0.ll

target triple = "spir64-unknown-unknown"

; CHECK-DAG: @third = alias void (), ptr @second
@third = alias void (), ptr @second
; CHECK-DAG: @second = alias void (), ptr @first
@second = alias void (), ptr @first
; CHECK-DAG: @first = alias void (), ptr @kernel
@first = alias void (), ptr @kernel

; CHECK: define spir_kernel void @kernel()
define spir_kernel void @kernel() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
