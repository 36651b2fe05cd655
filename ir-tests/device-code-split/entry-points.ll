; Entry points are the kernels and SYCL_EXTERNAL functions (those with `sycl-module-id`) that are defined in the module.
; Helpers are not, nor are builtins, which are recognized by their names; a name in a namespace is not the name of a
; builtin.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<none;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:

; CHECK:      x_0.sym:kernel_with_id
; CHECK-NEXT: x_0.sym:kernel_without_id
; CHECK-NEXT: x_0.sym:external
; CHECK-NEXT: x_0.sym:_ZN7__spirv_3fooEv

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_with_id() #0 {
  ret void
}
define spir_kernel void @kernel_without_id() {
  ret void
}
define spir_func void @external() #0 {
  ret void
}
define spir_func void @helper() {
  ret void
}
declare spir_func void @external_elsewhere() #0
define spir_func void @_Z15__spirv_builtinv() #0 {
  ret void
}
define spir_func void @_Z14__sycl_builtinv() #0 {
  ret void
}
define spir_func void @_Z15__esimd_builtinv() #0 {
  ret void
}
define spir_func void @__builtin_something() #0 {
  ret void
}
define spir_func void @_ZN7__spirv_3fooEv() #0 {
  ret void
}
define spir_func void @virtual_without_id() #1 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "indirectly-callable"="set" }
