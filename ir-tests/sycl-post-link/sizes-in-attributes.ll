; Sizes that are attributes only count as those in metadata: images are grouped by them, and properties name them. The
; module of the pass stays as it was.

; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %opt -S -passes='sycl-post-link<split=auto;properties;symbols;o=a.table>' %s | FileCheck %s
; RUN: %props a_1.prop | FileCheck %s --check-prefix=PLAIN --implicit-check-not=size
; RUN: %props a_0.prop | FileCheck %s --check-prefix=SIZED

; CHECK-NOT: !reqd_work_group_size
; PLAIN: aspects
; SIZED: reqd_sub_group_size{{.*}}16
; SIZED: reqd_work_group_size_uint64_t{{.*}}6, 5, 4
target triple = "spir64-unknown-unknown"
define spir_kernel void @plain() #1 {
  ret void
}
define spir_kernel void @sized() #0 {
  ret void
}
attributes #0 = { "sycl-module-id"="m.cpp" "sycl-work-group-size"="4,5,6" "sycl-sub-group-size"="16" }
attributes #1 = { "sycl-module-id"="m.cpp" }
