; What the metadata of a function names is not added to any image because of that: no kernel through its comdat, no
; alias, and no table with everything that the table refers to.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;symbols;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: opt -disable-output -passes=verify %t/x_2.ll
; RUN: FileCheck %s --check-prefix=PLAIN --input-file=%t/x_0.ll --implicit-check-not=@kept --implicit-check-not=@names --implicit-check-not=@alias --implicit-check-not=@table --implicit-check-not=@helper
; RUN: FileCheck %s --check-prefix=NAMES --input-file=%t/x_1.ll --implicit-check-not=@kept --implicit-check-not=@plain --implicit-check-not=@alias --implicit-check-not=@table --implicit-check-not=@helper

target triple = "spir64-unknown-unknown"

$comdat = comdat any
@variable = weak_odr global i32 0, comdat($comdat)
@table = internal global [1 x ptr] [ptr @helper]
@alias = internal alias ptr, ptr @table
define internal void @helper() {
  ret void
}
define weak_odr spir_kernel void @kept() #0 comdat($comdat) {
  ret void
}
; NAMES: define spir_kernel void @names()
; NAMES: = distinct !{null, null, null}
define spir_kernel void @names() #0 !own !{ptr @kept, ptr @alias, ptr @table} {
  ret void
}
; PLAIN: define spir_kernel void @plain()
define spir_kernel void @plain() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
