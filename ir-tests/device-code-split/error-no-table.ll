; By default, the table is named after the input, but standard input has no name.

; RUN: rm -rf %t && mkdir %t
; RUN: cd %t && not %opt -disable-output -passes=device-code-split < %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 0
; RUN: cp %s %t/program.ll
; RUN: cd %t && %opt -disable-output -passes=device-code-split program.ll
; RUN: ls %t | FileCheck %s --check-prefix=FILES

; CHECK: error: module `<stdin>` gives no name for the table; expected the parameter `o=<table file>`
; FILES: program.files
; FILES: program_0.bc

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() {
  ret void
}
