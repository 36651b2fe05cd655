; Malformed metadata is refused with function, kind and operand; no file is left.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='device-code-split<properties;symbols;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 0

; CHECK: error: operand 1 of `!sycl_used_aspects` of `kernel` is the string "fp64"; expected an integer or a pair of aspect name and integer

target triple = "spir64-unknown-unknown"

define spir_kernel void @first() #0 {
  ret void
}
define spir_kernel void @kernel() #0 !sycl_used_aspects !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 5, !"fp64"}
