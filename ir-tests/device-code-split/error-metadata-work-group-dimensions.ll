; Malformed metadata is refused with function, kind and operand; no file is left.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='device-code-split<properties;symbols;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 0

; CHECK: error: operand 0 of `!work_group_num_dim` of `kernel` is 4294967296; expected an integer of 32 bits

target triple = "spir64-unknown-unknown"

define spir_kernel void @first() #0 {
  ret void
}
define spir_kernel void @kernel() #0 !work_group_num_dim !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i64 4294967296}
