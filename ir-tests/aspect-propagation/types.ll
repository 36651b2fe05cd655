; Every place where a type occurs counts: allocas, GEP source types (in constants, too), global value types, results,
; parameters, operands and constants; structs nested in structs, arrays, vectors and literal structs. Pointers hold nothing.

; RUN: %opt -passes=aspect-propagation -S %s | FileCheck %s

target triple = "spir64-unknown-unknown"

%struct.half = type { i16 }
%struct.wide = type { i32, double }
%struct.nest = type { i32, [4 x { i8, %struct.half }] }
%struct.both = type { %struct.nest, %struct.wide }
%struct.refers = type { ptr, i32 }
%struct.plain = type { i32, float }

@halves = addrspace(1) global [8 x %struct.half] zeroinitializer
@number = addrspace(1) global double 1.0

; CHECK: define spir_kernel void @alloca_struct(){{.*}} !sycl_used_aspects ![[FP16:[0-9]+]]
define spir_kernel void @alloca_struct() {
  %a = alloca %struct.half
  ret void
}

; CHECK: define spir_kernel void @alloca_nested(){{.*}} !sycl_used_aspects ![[FP16]]
define spir_kernel void @alloca_nested() {
  %a = alloca [2 x %struct.nest]
  ret void
}

; CHECK: define spir_kernel void @alloca_both(){{.*}} !sycl_used_aspects ![[BOTH:[0-9]+]]
define spir_kernel void @alloca_both() {
  %a = alloca %struct.both
  ret void
}

; CHECK: define spir_kernel void @alloca_vector(){{.*}} !sycl_used_aspects ![[FP64:[0-9]+]]
define spir_kernel void @alloca_vector() {
  %a = alloca { i32, <2 x double> }
  ret void
}

; CHECK: define spir_kernel void @gep(ptr addrspace(1) %p){{.*}} !sycl_used_aspects ![[FP16]]
define spir_kernel void @gep(ptr addrspace(1) %p) {
  %q = getelementptr %struct.half, ptr addrspace(1) %p, i64 1
  ret void
}

; CHECK: define spir_kernel void @gep_constant(ptr addrspace(1) %p){{.*}} !sycl_used_aspects ![[FP16]]
define spir_kernel void @gep_constant(ptr addrspace(1) %p) {
  store ptr addrspace(1) getelementptr (%struct.nest, ptr addrspace(1) null, i64 0, i32 1), ptr addrspace(1) %p
  ret void
}

; CHECK: define spir_kernel void @global(){{.*}} !sycl_used_aspects ![[FP16]]
define spir_kernel void @global() {
  %v = load i32, ptr addrspace(1) @halves
  ret void
}

; CHECK: define spir_kernel void @global_cast(ptr %p){{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @global_cast(ptr %p) {
  store ptr addrspace(4) addrspacecast (ptr addrspace(1) @number to ptr addrspace(4)), ptr %p
  ret void
}

; CHECK: define spir_kernel void @parameter(double %d){{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @parameter(double %d) {
  ret void
}

; CHECK: define spir_kernel void @load_and_store(ptr %p, ptr %q){{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @load_and_store(ptr %p, ptr %q) {
  %d = load double, ptr %p
  store double %d, ptr %q
  ret void
}

; CHECK: define spir_kernel void @constant(ptr %p){{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @constant(ptr %p) {
  store double 1.0, ptr %p
  ret void
}

; CHECK: define spir_kernel void @call_of_declaration(){{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @call_of_declaration() {
  call spir_func void @takes_double(double 1.0)
  ret void
}

; CHECK: declare !sycl_used_aspects ![[FP64]] spir_func void @takes_double(double)
declare spir_func void @takes_double(double)

; CHECK: define spir_kernel void @nothing(ptr %p) !sycl_fixed_targets
define spir_kernel void @nothing(ptr %p) {
  %a = alloca %struct.refers
  %b = alloca %struct.plain
  %c = load float, ptr %p
  ret void
}

; CHECK-DAG: ![[FP16]] = !{i32 5}
; CHECK-DAG: ![[FP64]] = !{i32 6}
; CHECK-DAG: ![[BOTH]] = !{i32 5, i32 6}

!sycl_aspects = !{!0, !1}
!sycl_types_that_use_aspects = !{!2, !3}
!0 = !{!"fp16", i32 5}
!1 = !{!"fp64", i32 6}
!2 = !{!"struct.half", i32 5}
!3 = !{!"struct.that.is.unknown", i32 9}
