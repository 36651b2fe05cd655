; There is no warning if callers and SYCL_EXTERNAL functions agree: the same aspects and sub-group size, fewer aspects,
; fixed targets that are among those of the kernel, aspects internal to the front end (negative), sizes that only have a
; name.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=auto;o=%t/x.table>' %s 2> %t/messages
; RUN: FileCheck %s --input-file=%t/messages --allow-empty --implicit-check-not='{{^}}warning:'

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 !sycl_used_aspects !0 !sycl_declared_aspects !1 !intel_reqd_sub_group_size !2 {
  call spir_func void @same()
  call spir_func void @fewer()
  call spir_func void @own()
  ret void
}
define spir_kernel void @kernel_fixed() #0 !sycl_fixed_targets !4 {
  call spir_func void @fixed()
  ret void
}
define spir_func void @same() #1 !sycl_used_aspects !5 !intel_reqd_sub_group_size !2 {
  ret void
}
define spir_func void @fewer() #1 !sycl_used_aspects !0 {
  ret void
}
define spir_func void @own() #1 !sycl_used_aspects !3 {
  ret void
}
define spir_func void @fixed() #1 !sycl_fixed_targets !6 {
  ret void
}
; CHECK-NOT: {{^warning:}}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }

!0 = !{i32 6}
!1 = !{i32 5}
!2 = !{i32 16}
!3 = !{i32 -1}
!4 = !{i32 1, i32 2}
!5 = !{i32 5, i32 6}
!6 = !{i32 2}
