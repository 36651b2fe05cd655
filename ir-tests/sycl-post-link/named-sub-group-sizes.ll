; Kernels with a named sub-group size have no numeric one: they share an image with kernels that require none, and do
; not make the image require one. Kernels with a number have their own image.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -passes='sycl-post-link<split=auto;properties;symbols;emit-program-metadata;o=%t/x.table;o=intel_gpu_pvc:%t/y.table>' -disable-output %s
; RUN: cat %t/x_0.sym | FileCheck %s --check-prefix=SIZED --implicit-check-not={{.}}
; RUN: cat %t/x_1.sym | FileCheck %s --check-prefix=UNSIZED --implicit-check-not={{.}}
; SIZED: numbered
; UNSIZED: primary
; UNSIZED-NEXT: automatic
; UNSIZED-NEXT: unsized
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=SIZED-PROPERTIES
; RUN: %props %t/x_1.prop | FileCheck %s --check-prefix=UNSIZED-PROPERTIES
; SIZED-PROPERTIES: reqd_sub_group_size
; UNSIZED-PROPERTIES-NOT: reqd_sub_group_size
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/y.table --implicit-check-not=_empty
; TABLE: [Code|Properties|Symbols]
; TABLE-NEXT: {{.*}}x_0.bc|
; TABLE-NEXT: {{.*}}x_1.bc|

target triple = "spir64-unknown-unknown"

define spir_kernel void @primary() #0 !intel_reqd_sub_group_size !0 {
  ret void
}
define spir_kernel void @automatic() #0 !intel_reqd_sub_group_size !1 {
  ret void
}
define spir_kernel void @unsized() #0 {
  ret void
}
define spir_kernel void @numbered() #0 !intel_reqd_sub_group_size !2 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
!0 = !{!"primary"}
!1 = !{!"automatic"}
!2 = !{i32 16}
