; One image per translation unit, the greatest first; entry points in the order of the module. This is also what `auto`
; means, and the default.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<source;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:
; RUN: rm -rf %t.auto && mkdir %t.auto
; RUN: %opt -disable-output -passes='device-code-split<auto;symbols;S;o=%t.auto/x.table>' %s
; RUN: cd %t.auto && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:
; RUN: rm -rf %t.default && mkdir %t.default
; RUN: %opt -disable-output -passes='device-code-split<symbols;S;o=%t.default/x.table>' %s
; RUN: cd %t.default && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:

; CHECK:      x_0.sym:kernel_in_b
; CHECK-NEXT: x_1.sym:kernel_z_in_a
; CHECK-NEXT: x_1.sym:external_in_a
; CHECK-NEXT: x_1.sym:kernel_a_in_a

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_z_in_a() #0 {
  ret void
}
define spir_kernel void @kernel_in_b() #1 {
  ret void
}
define spir_func void @external_in_a() #0 {
  ret void
}
define spir_kernel void @kernel_a_in_a() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
