; A kernel cannot say in two ways how many registers it gets.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='sycl-post-link<properties;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: not ls %t/x.table

; CHECK: Unsupported use of both register_alloc_mode and grf_size by kernel `kernel`; expected one of the two

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" "sycl-grf-size"="256" "sycl-register-alloc-mode"="1" }
