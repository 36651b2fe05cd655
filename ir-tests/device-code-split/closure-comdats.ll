; A function that becomes internal leaves its comdat; a comdat with a member that must stay visible stays whole.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=GUARD --input-file=%t/x_0.ll
; RUN: FileCheck %s --check-prefix=PLAIN --input-file=%t/x_1.ll --implicit-check-not=' comdat'

target triple = "spir64-unknown-unknown"

$helper = comdat any
; GUARD: $group = comdat any
$group = comdat any

; GUARD: @guard = linkonce_odr addrspace(1) global i64 0, comdat($group)
@guard = linkonce_odr addrspace(1) global i64 0, comdat($group)

; PLAIN: define internal spir_func void @helper() {
define linkonce_odr spir_func void @helper() comdat {
  ret void
}
; GUARD: define linkonce_odr spir_func void @initialise() comdat($group)
define linkonce_odr spir_func void @initialise() comdat($group) {
  store i64 1, ptr addrspace(1) @guard
  ret void
}
define spir_kernel void @plain() #0 {
  call spir_func void @helper()
  ret void
}
define spir_kernel void @with_guard() #0 {
  call spir_func void @initialise()
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
