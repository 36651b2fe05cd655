; No file of a run may replace another one, however its path is written.

; RUN: rm -rf %t && mkdir %t
; RUN: cd %t && not %opt -disable-output -passes='sycl-post-link<o=x.table;o=./x.table>' %s 2>&1 | FileCheck %s
; RUN: cd %t && not %opt -disable-output -passes='sycl-post-link<o=x.table;o=./x_0.bc>' %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 0

; CHECK: error: {{.*}}x{{.*}}

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  ret void
}
