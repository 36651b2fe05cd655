; The table has a column for each requested kind of file.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<;o=%t/x.table>' %s
; RUN: FileCheck %s --check-prefix=CODE --input-file=%t/x.table
; RUN: %opt -disable-output -passes='sycl-post-link<symbols;o=%t/x.table>' %s
; RUN: FileCheck %s --check-prefix=SYMBOLS --input-file=%t/x.table

; CODE: [Code]
; CODE-NEXT: {{.*}}/x_0.bc{{$}}
; SYMBOLS: [Code|Symbols]
; SYMBOLS-NEXT: {{.*}}/x_0.bc|{{.*}}/x_0.sym{{$}}

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
