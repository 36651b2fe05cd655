; Excluded aspects are recorded only on functions that already had them or declare them, and on their callers. Before
; optimization, explicitly recorded fp64 is recorded too.

; RUN: %opt -passes='aspect-propagation<pre-opt;no-diagnose>' -S %s | FileCheck %s --check-prefixes=CHECK,PRE
; RUN: %opt -passes='aspect-propagation<exclude=fp64:fp16;no-diagnose>' -S %s | FileCheck %s --check-prefixes=CHECK,BOTH
; RUN: %opt -passes='aspect-propagation<pre-opt;no-diagnose>,aspect-propagation<post-opt>' -S %s \
; RUN:   | FileCheck %s --check-prefixes=POST

target triple = "spir64-unknown-unknown"

%struct.half = type { i16 }

; PRE: define spir_kernel void @kernel(){{.*}} !sycl_used_aspects ![[ALL:[0-9]+]]
; BOTH: define spir_kernel void @kernel() !sycl_fixed_targets
; POST: define spir_kernel void @kernel(){{.*}} !sycl_used_aspects ![[ALL:[0-9]+]]
define spir_kernel void @kernel() {
  call spir_func void @carries()
  call spir_func void @half()
  ret void
}
; CHECK: define spir_func void @carries(){{.*}} !sycl_used_aspects ![[FP64:[0-9]+]]
define spir_func void @carries() !sycl_used_aspects !2 {
  ret void
}
; PRE: define spir_func void @half(){{.*}} !sycl_used_aspects ![[FP16:[0-9]+]]
; BOTH: define spir_func void @half() {
define spir_func void @half() {
  %h = alloca %struct.half
  ret void
}
; CHECK: define spir_kernel void @declares(){{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @declares() {
  call spir_func void @declared()
  ret void
}
define spir_func void @declared() !sycl_declared_aspects !2 {
  ret void
}

; PRE-DAG: ![[FP16]] = !{i32 5}
; CHECK-DAG: ![[FP64]] = !{i32 6}
; PRE-DAG: ![[ALL]] = !{i32 5, i32 6}
; POST-DAG: ![[ALL]] = !{i32 5, i32 6}
!sycl_aspects = !{!0, !1}
!sycl_types_that_use_aspects = !{!3}
!0 = !{!"fp16", i32 5}
!1 = !{!"fp64", i32 6}
!2 = !{i32 6}
!3 = !{!"struct.half", i32 5}
