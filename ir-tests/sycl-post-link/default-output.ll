; Without a name for the table, it is named after the input, with the extension `.files`, in the current directory.
; Standard input has no name.

; RUN: rm -rf %t && mkdir -p %t/here %t/there
; RUN: opt -passes=verify %s -o %t/there/program.linked.bc
; RUN: cd %t/here && %opt -disable-output -passes='sycl-post-link<symbols>' ../there/program.linked.bc
; RUN: ls %t/here | FileCheck %s --match-full-lines
; RUN: ls %t/there | count 1
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/here/program.linked.files --match-full-lines
; RUN: cd %t/here && not %opt -disable-output -passes='sycl-post-link<symbols>' < %t/there/program.linked.bc 2>&1 | FileCheck %s --check-prefix=NO-NAME

; CHECK:      program.linked.files
; CHECK-NEXT: program.linked_0.bc
; CHECK-NEXT: program.linked_0.sym
; CHECK-NOT:  {{.+}}
; TABLE:      [Code|Symbols]
; TABLE-NEXT: program.linked_0.bc|program.linked_0.sym
; NO-NAME: error: module `<stdin>` gives no name for the table; expected the parameter `o=<table file>`

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
