; Target extension types, of which LLVM only knows the name and the parameters, are searched like other types.

; REQUIRES: llvm-at-least-19
; RUN: %opt -passes=aspect-propagation -S %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @matrix(target("spirv.CooperativeMatrixKHR", double, 3, 8, 8, 0) %m){{.*}} !sycl_used_aspects ![[FP64:[0-9]+]]
define spir_kernel void @matrix(target("spirv.CooperativeMatrixKHR", double, 3, 8, 8, 0) %m) {
  ret void
}

; CHECK: define spir_kernel void @event(target("spirv.Event") %e) !sycl_fixed_targets
define spir_kernel void @event(target("spirv.Event") %e) {
  %a = alloca target("spirv.Event")
  ret void
}

; CHECK: ![[FP64]] = !{i32 6}
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
