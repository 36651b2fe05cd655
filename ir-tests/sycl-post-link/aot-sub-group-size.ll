; A target takes an image if it supports the sub-group size that the kernels require. ESIMD code has the size 1, which
; is not a size of a device.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=auto;properties;symbols;o=intel_gpu_pvc:%t/x.table>' %s
; RUN: cd %t && cat x_0.sym x_1.sym x_2.esimd.sym | FileCheck %s --check-prefix=SYMBOLS
; RUN: FileCheck %s --input-file=%t/x.table

; SYMBOLS:      kernel_8
; SYMBOLS-NEXT: kernel_16
; SYMBOLS-NEXT: kernel_esimd

; CHECK:      [Code|Properties|Symbols]
; CHECK-NEXT: {{.*}}/x_empty.bc|{{.*}}/x_0.intel_gpu_pvc.prop|{{.*}}/x_0.sym
; CHECK-NEXT: {{.*}}/x_1.bc|{{.*}}/x_1.intel_gpu_pvc.prop|{{.*}}/x_1.sym
; CHECK-NEXT: {{.*}}/x_2.esimd.bc|{{.*}}/x_2.intel_gpu_pvc.prop|{{.*}}/x_2.esimd.sym

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_8() #0 !intel_reqd_sub_group_size !0 {
  ret void
}
define spir_kernel void @kernel_16() #0 !intel_reqd_sub_group_size !1 {
  ret void
}
define spir_kernel void @kernel_esimd() #0 !intel_reqd_sub_group_size !2 !sycl_explicit_simd !3 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 8}
!1 = !{i32 16}
!2 = !{i32 1}
!3 = !{}
