; In the table of a target, the name of the target replaces `.esimd` in the name of the property file, unless the halves
; of an image would share the file. The sub-group size of ESIMD code is ignored.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=source;split-esimd;properties;symbols;o=intel_gpu_pvc:%t/x.table;o=%t/all.table>' %s
; RUN: FileCheck %s --input-file=%t/x.table
; RUN: FileCheck %s --check-prefix=ALL --input-file=%t/all.table
; RUN: %props %t/x_0.intel_gpu_pvc.prop | FileCheck %s --check-prefix=ONLY --match-full-lines
; RUN: %props %t/x_1.esimd.intel_gpu_pvc.prop | FileCheck %s --check-prefix=ESIMD --match-full-lines
; RUN: %props %t/x_1.intel_gpu_pvc.prop | FileCheck %s --check-prefix=SYCL --match-full-lines --implicit-check-not=isEsimdImage

; CHECK:      [Code|Properties|Symbols]
; CHECK-NEXT: {{.*}}/x_0.esimd.bc|{{.*}}/x_0.intel_gpu_pvc.prop|{{.*}}/x_0.esimd.sym
; CHECK-NEXT: {{.*}}/x_1.esimd.bc|{{.*}}/x_1.esimd.intel_gpu_pvc.prop|{{.*}}/x_1.esimd.sym
; CHECK-NEXT: {{.*}}/x_empty.bc|{{.*}}/x_1.intel_gpu_pvc.prop|{{.*}}/x_1.sym
; CHECK-NOT:  {{.+}}

; ALL:      [Code|Properties|Symbols]
; ALL-NEXT: {{.*}}/x_0.esimd.bc|{{.*}}/x_0.esimd.prop|{{.*}}/x_0.esimd.sym
; ALL-NEXT: {{.*}}/x_1.esimd.bc|{{.*}}/x_1.esimd.prop|{{.*}}/x_1.esimd.sym
; ALL-NEXT: {{.*}}/x_1.bc|{{.*}}/x_1.prop|{{.*}}/x_1.sym

; ONLY:       compile_target = "intel_gpu_pvc"
; ONLY:       isEsimdImage = 1
; ESIMD:      compile_target = "intel_gpu_pvc"
; ESIMD:      isEsimdImage = 1
; SYCL:       [SYCL/device requirements]
; SYCL:       compile_target = "intel_gpu_pvc"

target triple = "spir64-unknown-unknown"

define spir_kernel void @only_esimd() #1 !sycl_explicit_simd !0 !intel_reqd_sub_group_size !1 {
  ret void
}
define spir_kernel void @half_esimd() #0 !sycl_explicit_simd !0 !intel_reqd_sub_group_size !1 {
  ret void
}
; The same sub-group size, so that they are one group.
define spir_kernel void @half_sycl() #0 !intel_reqd_sub_group_size !1 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }

!0 = !{}
!1 = !{i32 1}
