; An undefined user function may call back any function that its pointer arguments lead to. A pointer that does not name
; a function may lead to every function whose address is taken. The result does not depend on optimization of the call.

; RUN: %opt -passes=aspect-propagation -S %s | FileCheck %s
; RUN: %opt -passes='default<O2>,aspect-propagation' -S %s | FileCheck %s

target triple = "spir64-unknown-unknown"

%object = type { i32, ptr }
@table = internal constant [2 x ptr] [ptr @callback, ptr null]
@object = internal constant %object { i32 1, ptr @callback }
@slot = global ptr null
@another_name = alias void (ptr), ptr @callback
@chosen = ifunc void (ptr), ptr @resolver

; CHECK: define {{.*}}void @callback(ptr {{.*}}!sycl_used_aspects ![[NINE:[0-9]+]]
define spir_func void @callback(ptr %x) noinline !sycl_used_aspects !0 {
  store i32 9, ptr %x
  ret void
}
declare spir_func void @apply(ptr, ptr)
declare spir_func void @apply_one(ptr)
declare spir_func void @apply_many(i32, ...)
declare spir_func void @apply_object(%object)
declare spir_func void @apply_vector(<2 x ptr>)
declare spir_func i32 @personality(...)

; CHECK: define spir_kernel void @by_name(ptr {{.*}} !sycl_used_aspects ![[NINE]]
define spir_kernel void @by_name(ptr %p) {
  call spir_func void @apply(ptr @callback, ptr %p)
  ret void
}
; CHECK: define spir_kernel void @by_alias() {{.*}}!sycl_used_aspects ![[NINE]]
define spir_kernel void @by_alias() {
  call spir_func void @apply_one(ptr @another_name)
  ret void
}
; CHECK: define spir_kernel void @by_ifunc() {{.*}}!sycl_used_aspects ![[NINE]]
define spir_kernel void @by_ifunc() {
  call spir_func void @apply_one(ptr @chosen)
  ret void
}
; CHECK: define spir_kernel void @by_alloca(ptr {{.*}} !sycl_used_aspects ![[NINE]]
define spir_kernel void @by_alloca(ptr %p) {
  %f = alloca ptr
  store ptr @callback, ptr %f
  %g = load ptr, ptr %f
  call spir_func void @apply(ptr %g, ptr %p)
  ret void
}
; CHECK: define spir_kernel void @by_address_of_alloca() {{.*}}!sycl_used_aspects ![[NINE]]
define spir_kernel void @by_address_of_alloca() {
  %f = alloca ptr
  store ptr @callback, ptr %f
  call spir_func void @apply_one(ptr %f)
  ret void
}
; CHECK: define spir_kernel void @by_select(i1 {{.*}} !sycl_used_aspects ![[NINE]]
define spir_kernel void @by_select(i1 %c) {
  %f = select i1 %c, ptr @callback, ptr null
  call spir_func void @apply_one(ptr %f)
  ret void
}
; CHECK: define spir_kernel void @by_phi(i1 {{.*}} !sycl_used_aspects ![[NINE]]
define spir_kernel void @by_phi(i1 %c, ptr %p) {
  br i1 %c, label %then, label %done
then:
  store i32 0, ptr %p
  br label %done
done:
  %f = phi ptr [ @callback, %then ], [ %p, %0 ]
  call spir_func void @apply_one(ptr %f)
  ret void
}
; CHECK: define spir_kernel void @by_table() {{.*}}!sycl_used_aspects ![[NINE]]
define spir_kernel void @by_table() {
  call spir_func void @apply_one(ptr @table)
  ret void
}
; CHECK: define spir_kernel void @by_element(i64 {{.*}} !sycl_used_aspects ![[NINE]]
define spir_kernel void @by_element(i64 %i) {
  %p = getelementptr ptr, ptr @table, i64 %i
  %f = load ptr, ptr %p
  call spir_func void @apply_one(ptr %f)
  ret void
}
; CHECK: define spir_kernel void @by_member() {{.*}}!sycl_used_aspects ![[NINE]]
define spir_kernel void @by_member() {
  %o = alloca %object
  %m = getelementptr %object, ptr %o, i32 0, i32 1
  store ptr @callback, ptr %m
  call spir_func void @apply_one(ptr %o)
  ret void
}
; CHECK: define spir_kernel void @by_byval() {{.*}}!sycl_used_aspects ![[NINE]]
define spir_kernel void @by_byval() {
  call spir_func void @apply_one(ptr byval(%object) @object)
  ret void
}
; CHECK: define spir_kernel void @by_value(%object {{.*}} !sycl_used_aspects ![[NINE]]
define spir_kernel void @by_value(%object %o) {
  call spir_func void @apply_object(%object %o)
  ret void
}
; CHECK: define spir_kernel void @by_vector(<2 x ptr> {{.*}} !sycl_used_aspects ![[NINE]]
define spir_kernel void @by_vector(<2 x ptr> %v) {
  call spir_func void @apply_vector(<2 x ptr> %v)
  ret void
}
; CHECK: define spir_kernel void @by_result() {{.*}}!sycl_used_aspects ![[NINE]]
define spir_kernel void @by_result() {
  %f = call spir_func ptr @get()
  call spir_func void @apply_one(ptr %f)
  ret void
}
define internal spir_func ptr @get() {
  ret ptr @callback
}
; CHECK: define spir_kernel void @by_parameter(ptr {{.*}} !sycl_used_aspects ![[NINE]]
define spir_kernel void @by_parameter(ptr %p) {
  call spir_func void @hands_on(ptr @callback)
  ret void
}
define internal spir_func void @hands_on(ptr %f) noinline {
  call spir_func void @apply_one(ptr %f)
  ret void
}
; CHECK: define spir_kernel void @by_memory() {{.*}}!sycl_used_aspects ![[NINE]]
define spir_kernel void @by_memory() {
  %f = load ptr, ptr @slot
  call spir_func void @apply_one(ptr %f)
  ret void
}
define spir_kernel void @fills_memory() {
  store ptr @callback, ptr @slot
  ret void
}
; CHECK: define spir_kernel void @by_variadic(ptr {{.*}} !sycl_used_aspects ![[NINE]]
define spir_kernel void @by_variadic(ptr %p) {
  call spir_func void (i32, ...) @apply_many(i32 1, ptr %p)
  ret void
}
; CHECK: define spir_kernel void @by_invoke(ptr {{.*}} !sycl_used_aspects ![[NINE]]
define spir_kernel void @by_invoke(ptr %p) personality ptr @personality {
  invoke spir_func void @apply_one(ptr %p) to label %done unwind label %failed
done:
  ret void
failed:
  %pad = landingpad { ptr, i32 } cleanup
  ret void
}
; CHECK: define spir_kernel void @by_indirect_call(i1 {{.*}} !sycl_used_aspects ![[NINE]]
define spir_kernel void @by_indirect_call(i1 %c, ptr %p) {
  %f = select i1 %c, ptr @apply, ptr null
  call spir_func void %f(ptr %p, ptr %p)
  ret void
}
define ptr @resolver() {
  ret ptr @callback
}

; CHECK-DAG: ![[NINE]] = !{i32 9}
!0 = !{i32 9}
