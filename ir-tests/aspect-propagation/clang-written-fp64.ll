; fp64 that was explicitly recorded on a function, a declaration or an instruction remains required after inlining has
; removed that place. fp64 that follows from a type disappears with the code.

; REQUIRES: clang
; RUN: %clang -target spir64 -fpass-plugin=%plugin -O2 -emit-llvm -S %s -o - | FileCheck %s
; RUN: %clang -target spir64 -fpass-plugin=%plugin -O0 -emit-llvm -S %s -o - | FileCheck %s --check-prefix=O0

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @calls_written(){{.*}} !sycl_used_aspects ![[FP64:[0-9]+]]
; O0: define spir_kernel void @calls_written(){{.*}} !sycl_used_aspects ![[FP64:[0-9]+]]
define spir_kernel void @calls_written() {
  call spir_func void @between()
  ret void
}
define internal spir_func void @between() alwaysinline {
  call spir_func void @written()
  ret void
}
define internal spir_func void @written() alwaysinline !sycl_used_aspects !1 {
  ret void
}
; CHECK: define spir_kernel void @calls_instruction(ptr {{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @calls_instruction(ptr %p) {
  call spir_func void @instruction(ptr %p)
  ret void
}
define internal spir_func void @instruction(ptr %p) alwaysinline {
  %unused = load i32, ptr %p, !sycl_used_aspects !1
  ret void
}
; CHECK: define spir_kernel void @calls_declaration(){{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @calls_declaration() {
  call spir_func void @declaration()
  ret void
}
declare !sycl_used_aspects !1 spir_func void @declaration()

; CHECK: define spir_kernel void @folds({{[^!]*}}!sycl_fixed_targets
; O0: define spir_kernel void @folds(ptr {{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @folds(ptr %p) {
  %wide = fadd double 1.0, 0.5
  %narrow = fptrunc double %wide to float
  store float %narrow, ptr %p
  ret void
}
; CHECK-DAG: ![[FP64]] = !{i32 6}
; O0-DAG: ![[FP64]] = !{i32 6}
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
!1 = !{i32 6}
