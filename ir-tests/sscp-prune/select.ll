; A value that a constant condition never selects is removed, with what computes it: an optimizer that ran before may have
; made a `select` of a branch that asks for the target. What is selected at run time stays, and so does what no constant
; decides.

; RUN: %opt -S -passes='sscp-reflect<set=compiler_backend=3>,sscp-prune' -verify-each %s | FileCheck %s --implicit-check-not=nvvm
; RUN: %opt -S -passes='sscp-reflect<set=compiler_backend=3>,sscp-prune,sscp-prune' -verify-each %s | FileCheck %s --implicit-check-not=nvvm

target triple = "spirv64-unknown-unknown"

declare spir_func i32 @__acpp_sscp_jit_reflect_compiler_backend()
declare double @llvm.nvvm.fmin.d(double, double)
declare <2 x float> @llvm.minnum.v2f32(<2 x float>, <2 x float>)

; CHECK-LABEL: @scalar(
; CHECK:         [[MINIMUM:%.+]] = select i1 %less, double %v, double 3.0
; CHECK-NEXT:    store double [[MINIMUM]], ptr addrspace(1) %p
define spir_kernel void @scalar(ptr addrspace(1) %p) {
  %v = load double, ptr addrspace(1) %p
  %backend = call spir_func i32 @__acpp_sscp_jit_reflect_compiler_backend()
  %is_nvptx = icmp eq i32 %backend, 1
  %native = call double @llvm.nvvm.fmin.d(double %v, double 3.0)
  %less = fcmp olt double %v, 3.0
  %plain = select i1 %less, double %v, double 3.0
  %r = select i1 %is_nvptx, double %native, double %plain
  store double %r, ptr addrspace(1) %p
  ret void
}

; Without a `select`: a mask, and a value that is used in both ways.
; CHECK-LABEL: @mask(
; CHECK-NOT:     fptosi
; CHECK:         store i64 %n, ptr addrspace(1) %p
define spir_kernel void @mask(ptr addrspace(1) %p, i64 %n, double %v) optnone noinline {
  %backend = call spir_func i32 @__acpp_sscp_jit_reflect_compiler_backend()
  %is_nvptx = icmp eq i32 %backend, 1
  %mask = sext i1 %is_nvptx to i64
  %native = call double @llvm.nvvm.fmin.d(double %v, double 3.0)
  %bits = fptosi double %native to i64
  %masked = and i64 %bits, %mask
  %r = or i64 %masked, %n
  store i64 %r, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @undecided(
; CHECK:         xor i64 %n, 5
; CHECK:         xor i64 %changed, 5
define spir_kernel void @undecided(ptr addrspace(1) %p, i64 %n) {
  %changed = xor i64 %n, 5
  %as_before = xor i64 %changed, 5
  store i64 %as_before, ptr addrspace(1) %p
  ret void
}
