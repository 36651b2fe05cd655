; All kinds of calls propagate aspects: invoke, through an alias, with another signature, through a pointer from a
; select, an argument or a table, through an ifunc, and by an undefined function that is passed the callee. Taking an
; address alone is not a call.

; RUN: %opt -passes=aspect-propagation -S %s | FileCheck %s

target triple = "spir64-unknown-unknown"

@table = addrspace(1) constant [2 x ptr] [ptr @in_table, ptr @in_table_too]
@other_name = alias void (), ptr @callee
@chosen = ifunc void (i8), ptr @resolver
@llvm.used = appending global [1 x ptr] [ptr @only_used], section "llvm.metadata"

define spir_func void @callee() !sycl_used_aspects !1 {
  ret void
}

; CHECK: define spir_kernel void @by_invoke(){{.*}} !sycl_used_aspects ![[ONE:[0-9]+]]
define spir_kernel void @by_invoke() personality ptr @personality {
  invoke spir_func void @callee() to label %done unwind label %failed
done:
  ret void
failed:
  %pad = landingpad { ptr, i32 } cleanup
  ret void
}
declare i32 @personality(...)

; CHECK: define spir_kernel void @by_alias(){{.*}} !sycl_used_aspects ![[ONE]]
define spir_kernel void @by_alias() {
  call spir_func void @other_name()
  ret void
}

; CHECK: define spir_kernel void @by_other_signature(){{.*}} !sycl_used_aspects ![[ONE]]
define spir_kernel void @by_other_signature() {
  call spir_func i32 @callee(i32 1)
  ret void
}

; CHECK: define spir_kernel void @by_cast(){{.*}} !sycl_used_aspects ![[ONE]]
define spir_kernel void @by_cast() {
  call spir_func addrspace(4) void addrspacecast (ptr @callee to ptr addrspace(4))()
  ret void
}

; The call in @select may reach the two functions of that signature whose address is taken, here and in @elsewhere.
; CHECK: define spir_kernel void @select(i1 %c){{.*}} !sycl_used_aspects ![[TWO:[0-9]+]]
define spir_kernel void @select(i1 %c) {
  %f = select i1 %c, ptr @selected, ptr null
  call spir_func i64 %f(i64 0)
  ret void
}
define spir_func i64 @selected(i64 %x) !sycl_used_aspects !2 {
  ret i64 %x
}
define spir_func i64 @stored(i64 %x) !sycl_used_aspects !3 {
  ret i64 %x
}
define spir_func i64 @never_taken(i64 %x) !sycl_used_aspects !9 {
  ret i64 %x
}
; CHECK: define spir_kernel void @elsewhere(ptr %p) !sycl_fixed_targets
define spir_kernel void @elsewhere(ptr %p) {
  store ptr @stored, ptr %p
  ret void
}

; CHECK: define spir_kernel void @from_table(i64 %i){{.*}} !sycl_used_aspects ![[TABLE:[0-9]+]]
define spir_kernel void @from_table(i64 %i) {
  %p = getelementptr ptr, ptr addrspace(1) @table, i64 %i
  %f = load ptr, ptr addrspace(1) %p
  call spir_func void @calls_argument(ptr %f)
  ret void
}
; CHECK: define spir_func void @calls_argument(ptr %f){{.*}} !sycl_used_aspects ![[TABLE]]
define spir_func void @calls_argument(ptr %f) {
  call spir_func void %f(i32 1)
  ret void
}
define spir_func void @in_table(i32 %x) !sycl_used_aspects !4 {
  ret void
}
define spir_func void @in_table_too(i32 %x) !sycl_used_aspects !5 {
  ret void
}
define spir_func void @only_used(i32 %x) !sycl_used_aspects !9 {
  ret void
}

; CHECK: define spir_kernel void @by_ifunc(){{.*}} !sycl_used_aspects ![[IFUNC:[0-9]+]]
define spir_kernel void @by_ifunc() {
  call spir_func void @chosen(i8 0)
  ret void
}
define spir_func void @choice(i8 %x) !sycl_used_aspects !6 {
  ret void
}
define ptr @resolver() {
  ret ptr @choice
}

; CHECK: define spir_kernel void @by_callback(){{.*}} !sycl_used_aspects ![[CALLBACK:[0-9]+]]
define spir_kernel void @by_callback() {
  call spir_func void @unknown(ptr @callback)
  ret void
}
define spir_func void @callback(i16 %x) !sycl_used_aspects !7 {
  ret void
}
declare spir_func void @unknown(ptr)

; CHECK-DAG: ![[ONE]] = !{i32 1}
; CHECK-DAG: ![[TWO]] = !{i32 2, i32 3}
; CHECK-DAG: ![[TABLE]] = !{i32 10, i32 11}
; CHECK-DAG: ![[IFUNC]] = !{i32 12}
; CHECK-DAG: ![[CALLBACK]] = !{i32 13}
!1 = !{i32 1}
!2 = !{i32 2}
!3 = !{i32 3}
!4 = !{i32 10}
!5 = !{i32 11}
!6 = !{i32 12}
!7 = !{i32 13}
!9 = !{i32 99}
