; Each fact that a kernel states by a marker becomes the metadata that the other passes read. Markers, their names and
; their declarations are removed, whatever linkage the declaration has, and whatever width the numbers.

; RUN: %opt -S -passes=sycl-front-end -verify-each %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll --implicit-check-not=__sycl_passes_fact --implicit-check-not='@name'
; RUN: %opt -S -passes=sycl-front-end,sycl-front-end %s -o %t.twice.ll
; RUN: cmp %t.ll %t.twice.ll

target triple = "spirv64-unknown-unknown"

@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
@name.maximum = private unnamed_addr addrspace(1) constant [20 x i8] c"max_work_group_size\00"
@name.sub_group = private unnamed_addr addrspace(1) constant [20 x i8] c"reqd_sub_group_size\00"
@name.device_has = private unnamed_addr addrspace(1) constant [11 x i8] c"device_has\00"
; Of a string with more zero bytes the first ends the name.
@name.uses = private unnamed_addr addrspace(1) constant [14 x i8] c"uses_aspects\00\00"

declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
declare spir_func void @__sycl_passes_fact(ptr, ...)

; CHECK: define weak_odr spir_kernel void @one_dimension() #[[#]] !reqd_work_group_size ![[ONE:[0-9]+]] !work_group_num_dim ![[#ONE_DIM:]] {
; CHECK-NEXT: ret void
define spir_kernel void @one_dimension() {
  tail call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 16)
  ret void
}

; CHECK: define weak_odr spir_kernel void @two_dimensions() #[[#]] !reqd_work_group_size ![[TWO:[0-9]+]] !work_group_num_dim ![[#TWO_DIM:]] {
define spir_kernel void @two_dimensions() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 16, i32 4)
  ret void
}

; CHECK: define weak_odr spir_kernel void @three_dimensions() #[[#]] !reqd_work_group_size ![[THREE:[0-9]+]] !work_group_num_dim ![[#THREE_DIM:]] {
define spir_kernel void @three_dimensions() {
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @name.required, i64 0) to ptr), i8 2, i128 3, i16 4)
  ret void
}

; CHECK: define weak_odr spir_kernel void @maximum() #[[#]] !max_work_group_size ![[MAXIMUM:[0-9]+]] {
define spir_kernel void @maximum() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.maximum to ptr addrspace(4)), i64 32, i64 8)
  ret void
}

; CHECK: define weak_odr spir_kernel void @sub_group() #[[#]] !intel_reqd_sub_group_size ![[#SUB_GROUP:]] {
define spir_kernel void @sub_group() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 32)
  ret void
}

; CHECK: define weak_odr spir_kernel void @declares() #[[#]] !sycl_declared_aspects ![[DECLARED:[0-9]+]] {
define spir_kernel void @declares() {
  %name = addrspacecast ptr addrspace(1) @name.device_has to ptr addrspace(4)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) %name, i64 6, i64 1)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) %name, i64 5)
  ret void
}

; CHECK: define weak_odr spir_kernel void @declares_none() #[[#]] !sycl_declared_aspects ![[NONE:[0-9]+]] {
define spir_kernel void @declares_none() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.device_has to ptr addrspace(4)))
  ret void
}

; Several facts of one kernel; a fact that is stated twice is one.
; CHECK: define weak_odr spir_kernel void @all() #[[#]] !reqd_work_group_size ![[ONE]] !work_group_num_dim ![[#ONE_DIM]] !intel_reqd_sub_group_size ![[#SUB_GROUP]] !max_work_group_size ![[OTHER_MAXIMUM:[0-9]+]] {
define spir_kernel void @all() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 32)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 16)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 16)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.maximum to ptr addrspace(4)), i64 32, i64 16)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 16)
  ret void
}

; A function's own aspects stay with it; `aspect-propagation` gives them to callers.
; CHECK: define internal spir_func void @helper() !sycl_used_aspects ![[USED:[0-9]+]] {
define internal spir_func void @helper() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.uses to ptr addrspace(4)), i64 28)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.uses to ptr addrspace(4)), i64 9)
  call spir_func void @other()
  ret void
}
; CHECK: define weak_odr spir_kernel void @calls() #[[#]] {
define spir_kernel void @calls() {
  call spir_func void @helper()
  ret void
}
declare spir_func void @other()

; CHECK-DAG: ![[ONE]] = !{i32 16, i32 1, i32 1}
; CHECK-DAG: ![[#ONE_DIM]] = !{i32 1}
; CHECK-DAG: ![[TWO]] = !{i32 4, i32 16, i32 1}
; CHECK-DAG: ![[#TWO_DIM]] = !{i32 2}
; CHECK-DAG: ![[THREE]] = !{i32 4, i32 3, i32 2}
; CHECK-DAG: ![[#THREE_DIM]] = !{i32 3}
; CHECK-DAG: ![[MAXIMUM]] = !{i32 8, i32 32, i32 1}
; CHECK-DAG: ![[OTHER_MAXIMUM]] = !{i32 16, i32 32, i32 1}
; CHECK-DAG: ![[#SUB_GROUP]] = !{i32 32}
; CHECK-DAG: ![[DECLARED]] = !{![[CPU:[0-9]+]], ![[FP16:[0-9]+]], ![[FP64:[0-9]+]]}
; CHECK-DAG: ![[CPU]] = !{!"cpu", i32 1}
; CHECK-DAG: ![[FP16]] = !{!"fp16", i32 5}
; CHECK-DAG: ![[FP64]] = !{!"fp64", i32 6}
; CHECK-DAG: ![[NONE]] = !{}
; CHECK-DAG: ![[USED]] = !{![[IMAGE:[0-9]+]], ![[ATOMIC64:[0-9]+]]}
; CHECK-DAG: ![[IMAGE]] = !{!"image", i32 9}
; CHECK-DAG: ![[ATOMIC64]] = !{!"atomic64", i32 28}
