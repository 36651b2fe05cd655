; With this option, SYCL_EXTERNAL functions are ordinary helpers. Virtual functions remain entry points, because their
; bodies have images of their own.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;emit-only-kernels-as-entry-points;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:
; RUN: FileCheck %s --check-prefix=IR --input-file=%t/x_1.ll

; CHECK:      x_0.sym:virtual
; CHECK-NEXT: x_1.sym:kernel

target triple = "spir64-unknown-unknown"

; IR: define spir_kernel void @kernel()
define spir_kernel void @kernel() #0 {
  call spir_func void @external()
  ret void
}
; IR: define internal spir_func void @external()
define spir_func void @external() #0 {
  ret void
}
define spir_func void @external_unused() #0 {
  ret void
}
define spir_func void @virtual() #1 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "indirectly-callable"="set" }
