; The module flag `sycl-device` marks device code of any target.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<o=%t/x.table>' %s
; RUN: ls %t | count 2

target triple = "x86_64-unknown-linux-gnu"

define spir_kernel void @kernel() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"sycl-device", i32 1}
