; Functions that call each other need the same aspects, regardless of where the walk starts.
;
;   kernel_a -> a -> b -> c -> a        kernel_b -> b        kernel_c -> c        kernel_self -> self -> self
;                    |    |
;                   fp16  fp64
;
; RUN: %opt -passes=aspect-propagation -S %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @kernel_a(){{.*}} !sycl_used_aspects ![[BOTH:[0-9]+]]
define spir_kernel void @kernel_a() {
  call spir_func void @a()
  ret void
}
; CHECK: define spir_kernel void @kernel_b(){{.*}} !sycl_used_aspects ![[BOTH]]
define spir_kernel void @kernel_b() {
  call spir_func void @b()
  ret void
}
; CHECK: define spir_kernel void @kernel_c(){{.*}} !sycl_used_aspects ![[BOTH]]
define spir_kernel void @kernel_c() {
  call spir_func void @c()
  ret void
}
; CHECK: define spir_func void @a(){{.*}} !sycl_used_aspects ![[BOTH]]
define spir_func void @a() {
  call spir_func void @b()
  ret void
}
; CHECK: define spir_func void @b(){{.*}} !sycl_used_aspects ![[BOTH]]
define spir_func void @b() !sycl_used_aspects !1 {
  call spir_func void @c()
  ret void
}
; CHECK: define spir_func void @c(){{.*}} !sycl_used_aspects ![[BOTH]]
define spir_func void @c() {
  %d = alloca double
  call spir_func void @a()
  ret void
}
; CHECK: define spir_kernel void @kernel_self(){{.*}} !sycl_used_aspects ![[FP64:[0-9]+]]
define spir_kernel void @kernel_self() {
  call spir_func void @self()
  ret void
}
; CHECK: define spir_func void @self(){{.*}} !sycl_used_aspects ![[FP64]]
define spir_func void @self() {
  %d = alloca double
  call spir_func void @self()
  ret void
}

; CHECK-DAG: ![[BOTH]] = !{i32 5, i32 6}
; CHECK-DAG: ![[FP64]] = !{i32 6}
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
!1 = !{i32 5}
