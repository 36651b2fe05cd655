; A sub-group size that does not fit into a property causes the same error in every pass that reads it.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes=aspect-propagation %s 2>&1 | FileCheck %s
; RUN: not %opt -disable-output -passes='device-code-split<o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: not %opt -disable-output -passes='sycl-post-link<properties;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: ls %t | count 0

; CHECK: error: operand 0 of `!intel_reqd_sub_group_size` of `kernel` is 1099511627776; expected an integer of 32 bits

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 !intel_reqd_sub_group_size !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!sycl_aspects = !{!1}
!0 = !{i64 1099511627776}
!1 = !{!"fp64", i32 6}
