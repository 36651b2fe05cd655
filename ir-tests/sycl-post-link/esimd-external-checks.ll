; What ESIMD functions use is compared with the declarations of the kernels that call them, which may be in the other
; half.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split-esimd;o=%t/x.table>' %s 2>&1 | FileCheck %s --implicit-check-not='uses aspect'

; CHECK: warning: function 'called_undeclared' uses aspect 'fp64' not expected by its calling kernel.

target triple = "spir64-unknown-unknown"

define linkonce_odr spir_func void @called_declared() !sycl_explicit_simd !0 !sycl_used_aspects !1 {
  ret void
}
define linkonce_odr spir_func void @called_undeclared() !sycl_explicit_simd !0 !sycl_used_aspects !2 {
  ret void
}
define spir_kernel void @kernel() #0 !sycl_used_aspects !1 {
  call spir_func void @called_declared()
  call spir_func void @called_undeclared()
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{}
!1 = !{i32 53}
!2 = !{i32 6}
