; Malformed metadata of a function is an error if an image contains the function, and is ignored otherwise.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;symbols;o=%t/x.table>' %s
; RUN: ls %t | count 4
; RUN: sed 's/;%%nothing/call void @unused()/' %s > %t/used.ll
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;properties;symbols;o=%t/y.table>' %t/used.ll 2>&1 | FileCheck %s
; RUN: ls %t | count 5

; CHECK: error: operand 0 of `!reqd_work_group_size` of `unused` is `i32 poison`; expected

target triple = "spir64-unknown-unknown"

define internal void @unused() !reqd_work_group_size !0 {
  ret void
}
declare !sycl_used_aspects !1 void @declared()
define spir_kernel void @kernel() #0 {
  ;%nothing
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 poison}
!1 = !{!"text"}
