; An alias that other modules can see is kept with its function, and so is the internal alias between the two.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: FileCheck %s --input-file=%t/x_0.ll

target triple = "spir64-unknown-unknown"

; CHECK-DAG: @between = internal alias void (), ptr @helper
@between = internal alias void (), ptr @helper
; CHECK-DAG: @visible = weak alias void (), ptr @between
@visible = weak alias void (), ptr @between

define spir_kernel void @kernel() #0 {
  call void @helper()
  ret void
}

; CHECK: define internal void @helper()
define internal void @helper() {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
