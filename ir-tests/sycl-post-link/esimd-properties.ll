; Each half has its own description, and the ESIMD half is marked as such.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split-esimd;properties;emit-kernel-names;emit-param-info;o=%t/x.table>' %s
; RUN: %props %t/x_0.esimd.prop | FileCheck %s --check-prefix=ESIMD --match-full-lines --implicit-check-not=kernel_sycl
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=SYCL --match-full-lines --implicit-check-not=isEsimdImage --implicit-check-not=esimd

; ESIMD:      [SYCL/device requirements]
; ESIMD-NEXT: aspects = {6, 7, 53}
; ESIMD-NEXT: [SYCL/kernel param opt]
; ESIMD-NEXT: kernel_esimd = {{.*}}
; ESIMD-NEXT: [SYCL/kernel names]
; ESIMD-NEXT: kernel_esimd = 1
; ESIMD-NEXT: [SYCL/misc properties]
; ESIMD-NEXT: isEsimdImage = 1
; ESIMD-NEXT: optLevel = 2

; SYCL:      [SYCL/device requirements]
; SYCL-NEXT: aspects = {7}
; SYCL-NEXT: [SYCL/kernel param opt]
; SYCL-NEXT: [SYCL/kernel names]
; SYCL-NEXT: kernel_sycl = 1
; SYCL-NEXT: [SYCL/misc properties]
; SYCL-NEXT: optLevel = 2

target triple = "spir64-unknown-unknown"

; The image needs what its functions need, and none of what is a declaration in it.
define linkonce_odr spir_func void @called_esimd() !sycl_explicit_simd !0 !sycl_used_aspects !1 {
  ret void
}
define spir_kernel void @kernel_sycl() #0 !sycl_used_aspects !2 {
  call spir_func void @called_esimd()
  ret void
}
define spir_kernel void @kernel_esimd(i32 %unused) #0 !sycl_explicit_simd !0 !sycl_used_aspects !2 !sycl_kernel_omit_args !4 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" "sycl-optlevel"="2" }

!0 = !{}
!1 = !{i32 6, i32 7, i32 53}
!2 = !{i32 7}
!4 = !{i1 true}
