; Claim A, target knowledge and constants of the user: AdaptiveCpp's constants of the second stage are known by a pattern in
; their symbols, and named by the object that stands for them, or by a part of the symbol as its run time does.

; RUN: %opt -S -passes='sscp-ir-constants<set=current_backend=1;set=ns::unroll=4;set=10tile_widthE=0.5>' -verify-each %s | FileCheck %s

target triple = "spir64-unknown-unknown"

$_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v = comdat any

; CHECK-NOT: comdat
; CHECK: @_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v = internal constant i32 1, align 4
@_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v = linkonce_odr global i32 0, comdat, align 4
; CHECK: @_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN2ns6unrollEElE3getElE20__acpp_ir_constant_v = internal constant i64 4, align 8
@_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN2ns6unrollEElE3getElE20__acpp_ir_constant_v = internal global i64 0, align 8
; CHECK: @_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN2ns10tile_widthEEfE3getEfE20__acpp_ir_constant_v = internal constant float 5.000000e-01, align 4
@_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN2ns10tile_widthEEfE3getEfE20__acpp_ir_constant_v = internal global float 0.0, align 4

; CHECK-NOT: comdat
define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %backend = load i32, ptr @_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v
  store i32 %backend, ptr addrspace(1) %out
  ret void
}
