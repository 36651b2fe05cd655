; An unknown name is an error whatever its value, and `false` is only allowed for flags.

; RUN: rm -rf %t && mkdir %t
; RUN: echo '{ "symbol": false }' > %t/false.json
; RUN: not %opt -disable-output -passes='sycl-post-link<o=%t/x.table;config=%t/false.json>' %s 2>&1 | FileCheck %s --check-prefix=FALSE
; RUN: echo '{ "out-dirs": [] }' > %t/empty.json
; RUN: not %opt -disable-output -passes='sycl-post-link<o=%t/x.table;config=%t/empty.json>' %s 2>&1 | FileCheck %s --check-prefix=EMPTY
; RUN: echo '{ "out-dir": false }' > %t/value.json
; RUN: not %opt -disable-output -passes='sycl-post-link<o=%t/x.table;config=%t/value.json>' %s 2>&1 | FileCheck %s --check-prefix=VALUE

; FALSE: unknown parameter `symbol` of pass `sycl-post-link`
; EMPTY: unknown parameter `out-dirs` of pass `sycl-post-link`
; VALUE: `out-dir`{{.*}}; expected

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  ret void
}
