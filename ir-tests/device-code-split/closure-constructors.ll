; Constructors run in every image, so every image has the list and what the constructors need.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --input-file=%t/x_0.ll
; RUN: FileCheck %s --input-file=%t/x_1.ll

target triple = "spir64-unknown-unknown"

; CHECK: @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @construct, ptr null }]
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @construct, ptr null }]

; CHECK-DAG: define internal void @construct()
define internal void @construct() {
  call void @constructor_helper()
  ret void
}
; CHECK-DAG: define internal void @constructor_helper()
define void @constructor_helper() {
  ret void
}
define spir_kernel void @one() #0 {
  ret void
}
define spir_kernel void @two() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
