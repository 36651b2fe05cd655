; A configuration file must not name another configuration file.

; RUN: rm -rf %t && mkdir %t
; RUN: echo '{ "symbols": true, "config": "%t/second.json" }' > %t/first.json
; RUN: echo '{ "properties": true }' > %t/second.json
; RUN: not %opt -disable-output -passes='sycl-post-link<o=%t/x.table;config=%t/first.json>' %s 2>&1 | FileCheck %s
; RUN: ls %t | count 2

; CHECK: error: configuration file `{{.*}}first.json`: `config` is a file of its own; expected parameters

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  ret void
}
