; Without `split-esimd`, an image is an ESIMD image if all its entry points are ESIMD code. An image with both kinds is
; not, and has no optimization level, because the levels differ.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=source;properties;o=%t/x.table>' %s
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x.table
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=SYCL --match-full-lines
; RUN: %props %t/x_1.esimd.prop | FileCheck %s --check-prefix=ESIMD --match-full-lines
; RUN: %props %t/x_2.prop | FileCheck %s --check-prefix=BOTH --match-full-lines --implicit-check-not=misc

; TABLE:      {{.*}}/x_0.bc|{{.*}}/x_0.prop
; TABLE-NEXT: {{.*}}/x_1.esimd.bc|{{.*}}/x_1.esimd.prop
; TABLE-NEXT: {{.*}}/x_2.bc|{{.*}}/x_2.prop

; SYCL:      [SYCL/misc properties]
; SYCL-NEXT: optLevel = 2

; ESIMD:      [SYCL/misc properties]
; ESIMD-NEXT: isEsimdImage = 1
; ESIMD-NEXT: optLevel = 2

; BOTH: [SYCL/device requirements]

target triple = "spir64-unknown-unknown"

define spir_kernel void @both_sycl() #0 {
  ret void
}
define spir_kernel void @both_esimd() #0 !sycl_explicit_simd !0 {
  ret void
}
define spir_kernel void @only_esimd() #1 !sycl_explicit_simd !0 {
  ret void
}
define spir_kernel void @only_sycl() #2 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" "sycl-optlevel"="2" }
attributes #1 = { "sycl-module-id"="b.cpp" "sycl-optlevel"="2" }
attributes #2 = { "sycl-module-id"="c.cpp" "sycl-optlevel"="2" }

!0 = !{}
