; A kernel that declares an aspect may only run on devices with that aspect: a target without it cannot take the image,
; whether or not the aspect is used.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;o=intel_gpu_dg1:%t/x.table>' %s
; RUN: FileCheck %s --input-file=%t/x.table

; CHECK: {{.*}}/x_empty.bc|{{.*}}/x_0.intel_gpu_dg1.prop

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 !sycl_declared_aspects !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 6}
