; No file of a run may replace another one.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='sycl-post-link<o=%t/x.table;o=%t/x_0.bc>' %s 2>&1 | FileCheck %s --check-prefix=IMAGE
; RUN: not %opt -disable-output -passes='sycl-post-link<o=%t/x.table;o=intel_gpu_dg1:%t/x.table>' %s 2>&1 | FileCheck %s --check-prefix=TABLE
; RUN: not %opt -disable-output -passes='sycl-post-link<o=intel_gpu_dg1:>' %s 2>&1 | FileCheck %s --check-prefix=EMPTY
; RUN: ls -A %t | count 0

; IMAGE: {{x_0\.bc.*}}
; TABLE: {{x\.table.*}}
; EMPTY: parameter `o` of pass `sycl-post-link` has the value `intel_gpu_dg1:`; expected

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  ret void
}
