; Malformed metadata is refused with function, kind and operand; no file is left.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='device-code-split<properties;symbols;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 0

; CHECK: error: operand 1 of `!max_work_group_size` of `kernel` is null; expected a non-negative integer

target triple = "spir64-unknown-unknown"

define spir_kernel void @first() #0 {
  ret void
}
define spir_kernel void @kernel() #0 !max_work_group_size !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 8, null}
