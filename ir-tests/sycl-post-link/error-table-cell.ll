; Tables cannot hold a name with `|`: it is rejected, and no file is left.

; RUN: rm -rf %t && mkdir -p "%t/a|b"
; RUN: cd %t && not %opt -disable-output -passes='sycl-post-link<symbols;o=x.table;out-dir=a|b>' %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 1
; RUN: ls -A "%t/a|b" | count 0

; CHECK: error: cannot write the table: cell `a|b/x_0.bc` cannot be written

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  ret void
}
