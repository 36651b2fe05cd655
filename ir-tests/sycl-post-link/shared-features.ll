; Kernels that are not split need each other's features, which is a warning (`SharedFeature`) that names a kernel for each. Nothing is
; said of features that all use, and nothing if the image has no properties.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;o=%t/x.table>' %s 2>&1 | FileCheck %s --implicit-check-not=fp16
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;symbols;o=%t/x.table>' %s 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
; RUN: %opt -disable-output -passes='sycl-post-link<split=features;properties;o=%t/x.table>' %s 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty

; CHECK: kernel 'big' needs aspect 'gpu', and so 2 more entry points of its image, because they are not split. `split=features` keeps what others need out of their images
; CHECK: kernel 'big' needs sub-group size '64'
; CHECK: kernel 'fixed' needs one of the fixed targets 'cpu_like', and so 2 more entry points
; QUIET-NOT: needs

target triple = "spir64-unknown-unknown"

define spir_kernel void @plain() #0 !sycl_used_aspects !1 {
  ret void
}
define spir_kernel void @big() #0 !sycl_used_aspects !0 !intel_reqd_sub_group_size !2 {
  ret void
}
define spir_kernel void @fixed() #0 !sycl_used_aspects !1 !sycl_fixed_targets !3 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 2, i32 5}
!1 = !{i32 5}
!2 = !{i32 64}
!3 = !{!"cpu_like"}
