; Fixed targets without an aspect are in the image's properties by name. Of those of a kernel, the ones count that the
; functions have that it calls; if none is left, the image fits no device. What a function says that a kernel without
; fixed targets calls does not count. An image for other targets is not compiled for a target of a table.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;emit-only-kernels-as-entry-points;properties;symbols;o=%t/x.table;o=intel_gpu_dg1:%t/dg1.table;o=intel_gpu_pvc:%t/pvc.table>' %s 2>&1 | FileCheck %s --check-prefix=NOTE
; RUN: cat %t/x_0.sym %t/x_1.sym %t/x_2.sym %t/x_3.sym | FileCheck %s --check-prefix=NAMES
; RUN: %props %t/x_0.prop %t/x_1.prop %t/x_2.prop %t/x_3.prop | FileCheck %s --match-full-lines
; RUN: cut -d '|' -f 1 %t/dg1.table | FileCheck %s --check-prefix=DG1
; RUN: cut -d '|' -f 1 %t/pvc.table | FileCheck %s --check-prefix=PVC

; NAMES: plain
; NAMES: nowhere
; NAMES: named
; NAMES: less

; CHECK:      aspects = {}
; CHECK-NEXT: {{.*}}requirements]
; CHECK-NEXT: aspects = {}
; CHECK-NEXT: fixed_target = {}
; CHECK-NEXT: {{.*}}requirements]
; CHECK-NEXT: aspects = {}
; CHECK-NEXT: fixed_target_names = "intel_gpu_12_60_7,intel_gpu_bmg_g21"
; CHECK-NEXT: {{.*}}requirements]
; CHECK-NEXT: aspects = {}
; CHECK-NEXT: fixed_target = {2}
; CHECK-NEXT: fixed_target_names = "intel_gpu_pvc"

; DG1: x_0.bc
; DG1: x_empty.bc
; DG1: x_empty.bc
; DG1: x_3.bc
; PVC: x_0.bc
; PVC: x_empty.bc
; PVC: x_2.bc
; PVC: x_3.bc
; NOTE-DAG: `named` is left out for target `intel_gpu_dg1`, which lacks a place among the fixed targets `intel_gpu_12_60_7`, `intel_gpu_bmg_g21`
; NOTE-DAG: `nowhere` is left out for target `intel_gpu_pvc`, which lacks

target triple = "spir64-unknown-unknown"

define spir_kernel void @less() #0 !sycl_fixed_targets !0 {
  call spir_func void @external()
  call spir_func void @anywhere()
  ret void
}
define spir_kernel void @named() #0 !sycl_fixed_targets !1 {
  ret void
}
define spir_kernel void @nowhere() #0 !sycl_fixed_targets !1 {
  call spir_func void @external()
  ret void
}
define spir_kernel void @plain() #0 !sycl_fixed_targets !3 {
  call spir_func void @external()
  ret void
}
define spir_func void @external() #0 !sycl_fixed_targets !2 {
  ret void
}
define spir_func void @anywhere() #0 !sycl_fixed_targets !3 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{!"intel_gpu_pvc", i32 2, i32 1}
!1 = !{!"intel_gpu_bmg_g21", !"intel_gpu_12_60_7"}
!2 = !{i32 2, !"intel_gpu_pvc"}
!3 = !{}
