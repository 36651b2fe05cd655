; This set is the only one that has a header even if it is empty, as readers of DPC++'s files expect.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;emit-param-info;o=%t/x.table>' %s
; RUN: FileCheck %s --input-file=%t/x_0.prop

; CHECK: [SYCL/kernel param opt]

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
