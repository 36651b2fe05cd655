; An image that was not split can hold kernels of several sub-group sizes; a target that lacks any of them cannot take it.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;o=intel_gpu_pvc:%t/x.table>' %s
; RUN: FileCheck %s --input-file=%t/x.table

; CHECK: {{.*}}/x_empty.bc|{{.*}}/x_0.intel_gpu_pvc.prop

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_16() #0 !intel_reqd_sub_group_size !1 {
  ret void
}
define spir_kernel void @kernel_8() #0 !intel_reqd_sub_group_size !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 8}
!1 = !{i32 16}
