; A module without entry points gives one image without symbols, which contains the variables that others may refer to.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<symbols;S;o=%t/x.table>' %s
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x.table
; RUN: count 0 < %t/x_0.sym
; RUN: FileCheck %s --input-file=%t/x_0.ll --implicit-check-not=@helper
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;symbols;S;o=%t/x.table>' %s
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x.table
; RUN: count 0 < %t/x_0.sym

; TABLE:      [Code|Symbols]
; TABLE-NEXT: {{.*}}x_0.ll|{{.*}}x_0.sym
; TABLE-NOT:  x_1

target triple = "spir64-unknown-unknown"

; CHECK: @visible = addrspace(1) global i32 7
@visible = addrspace(1) global i32 7

define spir_func void @helper() {
  ret void
}
