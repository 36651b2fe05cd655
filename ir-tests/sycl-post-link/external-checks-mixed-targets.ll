; In an image that was not split, some kernels can have fixed targets and others none. The aspects that the latter need are
; checked nonetheless.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;emit-only-kernels-as-entry-points;o=%t/x.table>' %s 2> %t/messages
; RUN: FileCheck %s --input-file=%t/messages --implicit-check-not='{{^}}warning:'

; CHECK: warning: function 'uses_fp64()' uses aspect 'fp64' not expected by its calling kernel.

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_on_any() #0 {
  call spir_func void @_Z9uses_fp64v()
  ret void
}
define spir_kernel void @kernel_on_one() #0 !sycl_fixed_targets !1 {
  ret void
}
define spir_func void @_Z9uses_fp64v() #1 !sycl_used_aspects !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }

!0 = !{i32 6}
!1 = !{i32 1}
