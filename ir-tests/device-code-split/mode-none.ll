; There is one image for everything; what no entry point needs is still left out.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<none;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:
; RUN: FileCheck %s --check-prefix=IR --input-file=%t/x_0.ll --implicit-check-not=unreachable_helper

; CHECK:      x_0.sym:kernel_a
; CHECK-NEXT: x_0.sym:external
; CHECK-NEXT: x_0.sym:kernel_b

target triple = "spir64-unknown-unknown"

; IR: define spir_kernel void @kernel_a(
define spir_kernel void @kernel_a() #0 {
  ret void
}
define spir_func void @unreachable_helper() {
  ret void
}
; IR: define spir_func void @external(
define spir_func void @external() #1 {
  ret void
}
; IR: define spir_kernel void @kernel_b(
define spir_kernel void @kernel_b() #1 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
