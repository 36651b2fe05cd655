; An image with kernels of several sub-group and work-group sizes needs a device that has all of them, and so do the
; sizes of functions that kernels call. The first sub-group size stands in the place that older readers know.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;emit-only-kernels-as-entry-points;properties;o=%t/y.table;o=intel_gpu_pvc:%t/pvc.table>' %s 2>&1 | FileCheck %s --check-prefix=NOTE
; RUN: %props %t/y_0.prop | FileCheck %s --match-full-lines --check-prefix=EXTERNAL
; RUN: %props %t/y_1.prop | FileCheck %s --match-full-lines --check-prefix=ONE

; CHECK:      [SYCL/device requirements]
; CHECK-NEXT: aspects = {}
; CHECK-NEXT: reqd_sub_group_size = 16
; CHECK-NEXT: sub_group_sizes = {8, 16, 32}
; CHECK-NEXT: work_group_sizes_uint64_t = {4, 2, 1, 64, 1, 1} of 64 bits

; NOTE: `wide` is left out for target `intel_gpu_pvc`, which lacks sub-group size 8

; EXTERNAL:      [SYCL/device requirements]
; EXTERNAL-NEXT: aspects = {}
; EXTERNAL-NEXT: reqd_sub_group_size = 32
; EXTERNAL-NEXT: reqd_work_group_size_uint64_t = {4, 2} of 64 bits
; EXTERNAL-NEXT: sub_group_sizes = {8, 32}

; ONE:      [SYCL/device requirements]
; ONE-NEXT: aspects = {}
; ONE-NEXT: reqd_sub_group_size = 16
; ONE-NEXT: reqd_work_group_size_uint64_t = {64} of 64 bits

target triple = "spir64-unknown-unknown"

define spir_kernel void @narrow() #0 !intel_reqd_sub_group_size !0 !reqd_work_group_size !3 {
  ret void
}
define spir_kernel void @wide() #0 !intel_reqd_sub_group_size !1 !reqd_work_group_size !4 {
  call spir_func void @external()
  ret void
}
define spir_func void @external() #0 !intel_reqd_sub_group_size !2 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 16}
!1 = !{i32 32}
!2 = !{i32 8}
!3 = !{i32 64}
!4 = !{i32 4, i32 2}
