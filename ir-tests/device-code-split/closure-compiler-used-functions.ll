; A function that `llvm.compiler.used` names is in every image, with what it needs; one that only `llvm.used` names is in
; none.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --input-file=%t/x_0.ll --implicit-check-not=@only_used
; RUN: FileCheck %s --input-file=%t/x_1.ll --implicit-check-not=@only_used

target triple = "spir64-unknown-unknown"

@llvm.used = appending global [1 x ptr] [ptr @only_used], section "llvm.metadata"
; CHECK-DAG: @llvm.compiler.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"

define internal spir_func void @only_used() {
  ret void
}
; CHECK-DAG: define internal spir_func void @kept()
define internal spir_func void @kept() {
  call spir_func void @helper()
  ret void
}
; CHECK-DAG: define internal spir_func void @helper()
define spir_func void @helper() {
  ret void
}
define spir_kernel void @one() #0 {
  ret void
}
define spir_kernel void @two() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
