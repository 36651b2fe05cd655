; Facts that a kernel's metadata says already leave it as it is; lists of aspects get what they lack. Sizes of zero are
; how front ends write no size.

; RUN: %opt -S -passes=sycl-front-end -verify-each %s | FileCheck %s

target triple = "spir64-unknown-unknown"

@name.required = private constant [21 x i8] c"reqd_work_group_size\00"
@name.maximum = private constant [20 x i8] c"max_work_group_size\00"
@name.sub_group = private constant [20 x i8] c"reqd_sub_group_size\00"
@name.device_has = private constant [11 x i8] c"device_has\00"
@name.uses = private constant [13 x i8] c"uses_aspects\00"
declare spir_func void @__sycl_passes_fact(ptr, ...)

; CHECK: define weak_odr spir_kernel void @same() #[[#]] !reqd_work_group_size ![[SIZE:[0-9]+]] !work_group_num_dim ![[TWO:[0-9]+]] !max_work_group_size ![[SIZE]] !intel_reqd_sub_group_size ![[SUB:[0-9]+]] {
define spir_kernel void @same() !reqd_work_group_size !0 !work_group_num_dim !1 !max_work_group_size !0 !intel_reqd_sub_group_size !2 {
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name.required, i64 4, i64 8)
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name.maximum, i64 4, i64 8)
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name.sub_group, i64 16)
  ret void
}
; A size of fewer dimensions, without their number.
; CHECK: define weak_odr spir_kernel void @short() #[[#]] !reqd_work_group_size ![[SHORT:[0-9]+]] !work_group_num_dim ![[TWO]] {
define spir_kernel void @short() !reqd_work_group_size !3 {
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name.required, i64 4, i64 8)
  ret void
}
; CHECK: define weak_odr spir_kernel void @zeros() #[[#]] !max_work_group_size ![[SIZE]] !intel_reqd_sub_group_size ![[SUB]] {
define spir_kernel void @zeros() !max_work_group_size !4 !intel_reqd_sub_group_size !5 {
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name.maximum, i64 4, i64 8)
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name.sub_group, i64 16)
  ret void
}
; CHECK: define weak_odr spir_kernel void @aspects() #[[#]] !sycl_used_aspects ![[USED:[0-9]+]] !sycl_declared_aspects ![[DECLARED:[0-9]+]] {
define spir_kernel void @aspects() !sycl_used_aspects !6 !sycl_declared_aspects !7 {
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name.uses, i64 9, i64 5)
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name.device_has, i64 5, i64 6)
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 2}
!2 = !{i32 16}
!3 = !{i32 8, i32 4}
!4 = !{i32 0, i32 0, i32 0}
!5 = !{i32 0}
!6 = !{i32 5, i32 -1}
!7 = !{!8, !9}
!8 = !{!"fp16", i32 5}
!9 = !{!"fp64", i32 6}
; CHECK-DAG: ![[SIZE]] = !{i32 8, i32 4, i32 1}
; CHECK-DAG: ![[TWO]] = !{i32 2}
; CHECK-DAG: ![[SUB]] = !{i32 16}
; CHECK-DAG: ![[SHORT]] = !{i32 8, i32 4}
; CHECK-DAG: ![[USED]] = !{i32 -1, i32 5, ![[IMAGE:[0-9]+]]}
; CHECK-DAG: ![[IMAGE]] = !{!"image", i32 9}
; CHECK-DAG: ![[DECLARED]] = !{![[FP16:[0-9]+]], ![[FP64:[0-9]+]]}
