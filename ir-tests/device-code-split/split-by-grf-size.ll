; The attribute `sycl-grf-size` of entry points splits.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<source;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:

; CHECK:      x_0.sym:kernel_2
; CHECK-NEXT: x_0.sym:external_2
; CHECK-NEXT: x_1.sym:kernel_0
; CHECK-NEXT: x_2.sym:kernel_none

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_2() #2 {
  ret void
}
define spir_kernel void @kernel_none() #0 {
  ret void
}
define spir_kernel void @kernel_0() #1 {
  ret void
}
define spir_func void @external_2() #2 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="a.cpp" "sycl-grf-size"="0" }
attributes #2 = { "sycl-module-id"="a.cpp" "sycl-grf-size"="2" }
