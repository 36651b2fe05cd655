; Several images have the same chain of aliases, whatever order LLVM's lists are in after the first of them was made.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --input-file=%t/x_0.ll
; RUN: FileCheck %s --input-file=%t/x_1.ll

target triple = "spir64-unknown-unknown"

; CHECK-DAG: @between = internal alias void (), ptr @helper
@between = internal alias void (), ptr @helper
; CHECK-DAG: @visible = alias void (), ptr @between
@visible = alias void (), ptr @between
; CHECK-NOT: @unneeded
@unneeded = internal alias void (), ptr @visible

define spir_kernel void @one() {
  call void @helper()
  ret void
}

define spir_kernel void @two() {
  call void @helper()
  ret void
}

define void @helper() {
  ret void
}
