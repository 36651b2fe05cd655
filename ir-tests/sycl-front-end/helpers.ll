; Without inlining, the helpers of a header stand between kernels and markers. A fact about kernels holds for each of
; them from which direct calls lead to it, also through aliases and recursion. Helpers that did nothing
; but state facts are removed, with the calls of them and their arguments; others stay.

; RUN: %opt -S -passes=sycl-front-end -verify-each %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll --implicit-check-not=__sycl_passes_fact --implicit-check-not=only_facts \
; RUN:   --implicit-check-not='@name' --implicit-check-not=unreached_empty
; RUN: %opt -S -passes=sycl-front-end,sycl-front-end %s -o %t.twice.ll
; RUN: cmp %t.ll %t.twice.ll

target triple = "spirv64-unknown-unknown"

%fact = type { i8 }
$only_facts = comdat any
$only_facts_nested = comdat any

@name.required = private unnamed_addr addrspace(1) constant [21 x i8] c"reqd_work_group_size\00"
@name.sub_group = private unnamed_addr addrspace(1) constant [20 x i8] c"reqd_sub_group_size\00"
@name.device_has = private unnamed_addr addrspace(1) constant [11 x i8] c"device_has\00"

declare spir_func void @_Z18__sycl_passes_factPKcz(ptr addrspace(4), ...)
declare spir_func void @_Z4workv()

@renamed = internal alias void (), ptr @does_work

define linkonce_odr spir_func void @only_facts(ptr byval(%fact) %0, i64 %unused) comdat {
  %slot = alloca i64
  %generic = addrspacecast ptr %slot to ptr addrspace(4)
  store i64 %unused, ptr addrspace(4) %generic
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.required to ptr addrspace(4)), i64 16, i64 4)
  ret void
}
define linkonce_odr spir_func void @only_facts_nested() comdat {
  %slot = alloca %fact
  %generic = addrspacecast ptr %slot to ptr addrspace(4)
  %private = addrspacecast ptr addrspace(4) %generic to ptr
  call spir_func void @only_facts(ptr byval(%fact) %private, i64 7)
  ret void
}

; CHECK: define internal spir_func void @does_work() {
; CHECK-NEXT: call spir_func void @_Z4workv()
; CHECK-NEXT: ret void
define internal spir_func void @does_work() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 8)
  call spir_func void @_Z4workv()
  ret void
}
; CHECK: define internal spir_func void @recursive(i1 %again) {
define internal spir_func void @recursive(i1 %again) {
  br i1 %again, label %more, label %end
more:
  call spir_func void @recursive(i1 false)
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.device_has to ptr addrspace(4)), i64 6)
  br label %end
end:
  ret void
}
; Another module may have another body under this name.
; CHECK: define linkonce spir_func void @may_be_other() {
; CHECK-NEXT: ret void
define linkonce spir_func void @may_be_other() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.device_has to ptr addrspace(4)), i64 5)
  ret void
}
; What others define stays, too; it is shared by two kernels.
; CHECK: define available_externally spir_func void @shared() {
; CHECK-NEXT: ret void
define available_externally spir_func void @shared() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.device_has to ptr addrspace(4)), i64 9)
  ret void
}
; A fact in a function that no kernel reaches is gone, even if a kernel takes its address.
; CHECK: define internal spir_func void @unreached() {
; CHECK-NEXT: ret void
define internal spir_func void @unreached() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 64)
  ret void
}
define internal spir_func void @unreached_empty() {
  call spir_func void (ptr addrspace(4), ...) @_Z18__sycl_passes_factPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @name.sub_group to ptr addrspace(4)), i64 64)
  ret void
}

; CHECK: define weak_odr spir_kernel void @first(ptr %out) #[[#]] !reqd_work_group_size ![[SIZE:[0-9]+]] !work_group_num_dim ![[#DIM:]] {
; CHECK-NEXT: store ptr @unreached, ptr %out
; CHECK-NEXT: ret void
define spir_kernel void @first(ptr %out) {
  call spir_func void @only_facts_nested()
  store ptr @unreached, ptr %out
  ret void
}
; CHECK: define weak_odr spir_kernel void @second() #[[#]] !sycl_declared_aspects ![[SECOND:[0-9]+]] !reqd_work_group_size ![[SIZE]] !work_group_num_dim ![[#DIM]] !intel_reqd_sub_group_size ![[SUB_GROUP:[0-9]+]] {
; CHECK-NEXT: call spir_func void @renamed()
; CHECK-NEXT: call spir_func void @recursive(i1 true)
; CHECK-NEXT: call spir_func void @shared()
; CHECK-NEXT: ret void
define spir_kernel void @second() {
  call spir_func void @renamed()
  call spir_func void @recursive(i1 true)
  call spir_func void @shared()
  call spir_func void @only_facts_nested()
  ret void
}
; CHECK: define weak_odr spir_kernel void @third(ptr %callee) #[[#]] !sycl_declared_aspects ![[THIRD:[0-9]+]] {
; CHECK-NEXT: call spir_func void @may_be_other()
; CHECK-NEXT: call spir_func void @shared()
; CHECK-NEXT: call spir_func void %callee()
define spir_kernel void @third(ptr %callee) {
  call spir_func void @may_be_other()
  call spir_func void @shared()
  call spir_func void %callee()
  ret void
}
; A function that other translation units can call has the fact itself.
; CHECK: define spir_func void @exported() #[[#]] !intel_reqd_sub_group_size ![[SUB_GROUP]] {
define spir_func void @exported() {
  call spir_func void @does_work()
  ret void
}

; CHECK-DAG: ![[SIZE]] = !{i32 4, i32 16, i32 1}
; CHECK-DAG: ![[SUB_GROUP]] = !{i32 8}
; CHECK-DAG: ![[SECOND]] = !{![[FP64:[0-9]+]], ![[IMAGE:[0-9]+]]}
; CHECK-DAG: ![[THIRD]] = !{![[FP16:[0-9]+]], ![[IMAGE]]}
; CHECK-DAG: ![[FP64]] = !{!"fp64", i32 6}
; CHECK-DAG: ![[FP16]] = !{!"fp16", i32 5}
; CHECK-DAG: ![[IMAGE]] = !{!"image", i32 9}
