; If a file cannot be written, the run fails with its name and the reason, and files written earlier are removed.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='device-code-split<o=%t/x.table;out-dir=%t/missing>' %s 2>&1 | FileCheck %s
; RUN: not %opt -disable-output -passes='device-code-split<o=%t/missing/x.table;out-dir=%t>' %s 2>&1 | FileCheck %s --check-prefix=TABLE
; RUN: ls -A %t | count 0

; CHECK: error: cannot write `{{.*}}/missing/x_0.bc`: {{.*(No such file or directory|entity not found)}}
; TABLE: error: cannot write `{{.*}}/missing/x.table`: {{.*(No such file or directory|entity not found)}}
; CHECK-NOT: .sycl-passes
; TABLE-NOT: .sycl-passes

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() {
  ret void
}
