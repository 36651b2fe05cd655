; Attributes about sizes become metadata, with the fastest dimension first and as many dimensions as are written. Metadata
; that is there counts more; 0 in the first place, and a word for sub-groups, are not sizes. Other functions keep theirs
; as attributes.

; RUN: %opt -S -passes=compile-time-properties -verify-each %s | FileCheck %s
; RUN: %opt -S -passes=compile-time-properties,compile-time-properties %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @all() #{{[0-9]+}}
; CHECK-SAME: !reqd_work_group_size ![[REQUIRED:[0-9]+]]
; CHECK-SAME: !work_group_size_hint ![[HINT:[0-9]+]]
; CHECK-SAME: !max_work_group_size ![[MAXIMUM:[0-9]+]]
; CHECK-SAME: !max_linear_work_group_size ![[LINEAR:[0-9]+]]
; CHECK-SAME: !intel_reqd_sub_group_size ![[MAXIMUM]]
; CHECK-SAME: !min_work_groups_per_cu ![[TWO:[0-9]+]]
; CHECK-SAME: !max_work_groups_per_mp ![[TWO]] {
define spir_kernel void @all() #0 {
  ret void
}
; CHECK: define spir_kernel void @metadata() #{{[0-9]+}} !reqd_work_group_size ![[OWN:[0-9]+]] {
define spir_kernel void @metadata() #1 !reqd_work_group_size !0 {
  ret void
}
; CHECK: define spir_kernel void @no_sizes() #{{[0-9]+}} {
define spir_kernel void @no_sizes() #2 {
  ret void
}
; CHECK: define spir_func void @function() #{{[0-9]+}} {
define spir_func void @function() #1 {
  ret void
}
; CHECK-DAG: ![[REQUIRED]] = !{i32 6, i32 5, i32 4}
; CHECK-DAG: ![[HINT]] = !{i32 7, i32 6}
; CHECK-DAG: ![[MAXIMUM]] = !{i32 16}
; CHECK-DAG: ![[LINEAR]] = !{i64 4294967296}
; CHECK-DAG: ![[TWO]] = !{i32 2}
; CHECK-DAG: ![[OWN]] = !{i32 7}
attributes #0 = { "sycl-work-group-size"="4,5,6" "sycl-work-group-size-hint"="6,7" "sycl-max-work-group-size"="16" "sycl-max-linear-work-group-size"="4294967296" "sycl-sub-group-size"="16" "sycl-min-work-groups-per-cu"="2" "sycl-max-work-groups-per-mp"="2" }
attributes #1 = { "sycl-work-group-size"="99" }
attributes #2 = { "sycl-work-group-size"="0" "sycl-sub-group-size"="primary" }
!0 = !{i32 7}
