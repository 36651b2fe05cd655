; With emulated conversions, code that only moves and converts doubles does not need fp64; arithmetic and calls of other
; undefined functions do.

; RUN: %opt -passes='aspect-propagation<fp64-conv-emu>' -S %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @moves(ptr %p, ptr %q, double %x) !sycl_fixed_targets
define spir_kernel void @moves(ptr %p, ptr %q, double %x) {
entry:
  %a = alloca double
  %e = getelementptr double, ptr %p, i64 1
  %d = load double, ptr %e
  %f = fptrunc double %d to float
  %g = fpext float %f to double
  %i = fptosi double %g to i32
  %j = sitofp i32 %i to double
  %c = fcmp olt double %j, %d
  store double %j, ptr %q
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)
  %r = call spir_func double @converts(double %j)
  br label %end
end:
  %phi = phi double [ %r, %entry ]
  ret void
}
; CHECK: define spir_func double @converts(double %x) {
define spir_func double @converts(double %x) {
  ret double %x
}
; CHECK: define spir_kernel void @adds(ptr %p){{.*}} !sycl_used_aspects ![[FP64:[0-9]+]]
define spir_kernel void @adds(ptr %p) {
  %d = load double, ptr %p
  %e = fadd double %d, 1.0
  ret void
}
; CHECK: define spir_kernel void @calls(ptr %p){{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @calls(ptr %p) {
  %d = load double, ptr %p
  %e = call spir_func double @unknown(double %d)
  ret void
}
declare spir_func double @unknown(double)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
; CHECK: ![[FP64]] = !{i32 6}
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
