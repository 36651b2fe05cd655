; A call of an ifunc reaches what the resolver refers to, not every function that may be called through a pointer.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: FileCheck %s --input-file=%t/x_0.ll --implicit-check-not=@elsewhere

target triple = "spir64-unknown-unknown"

; CHECK-DAG: @chosen = internal ifunc void (), ptr @resolve
@chosen = internal ifunc void (), ptr @resolve

; CHECK-DAG: define internal void @implementation()
define internal void @implementation() {
  ret void
}

; CHECK-DAG: define internal ptr @resolve()
define internal ptr @resolve() {
  ret ptr @implementation
}

define internal void @elsewhere() "referenced-indirectly" {
  ret void
}

; CHECK-DAG: define spir_kernel void @kernel()
define spir_kernel void @kernel() #0 {
  call void @chosen()
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
