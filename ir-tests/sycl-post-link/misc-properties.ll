; Attributes of entry points that the runtime passes to the device compiler, and the sanitizer in use.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines

; CHECK:     [SYCL/misc properties]
; CHECK-DAG: sycl-grf-size = 256
; CHECK-DAG: optLevel = 2
; CHECK-DAG: sanUsed = "asan"

target triple = "spir64-unknown-unknown"

@__AsanKernelMetadata = appending addrspace(1) global [1 x i64] zeroinitializer

define spir_kernel void @kernel() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" "sycl-optlevel"="2" "sycl-grf-size"="256" }
