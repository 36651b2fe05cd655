; `list` reports everything that can be set, with types and values, and changes nothing; unset constants are no error then.

; RUN: %opt -S -passes='sscp-ir-constants<list>' %s 2> %t.err | FileCheck %s
; RUN: FileCheck %s --check-prefix=LIST < %t.err

; LIST:      note: IR constant `acpp::current_backend` (`_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v`): i32, unset
; LIST-NEXT: note: IR constant `__acpp_sscp_is_host` (`__acpp_sscp_is_host`): i32, `i32 0`
; LIST-NEXT: note: specialization constant `____ZL4gain` (`_ZL4gain`): float

target triple = "spir64-unknown-unknown"

; CHECK: @_ZZN4acpp26{{.*}} = internal global i32 0
@_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v = internal global i32 0, align 4
@__acpp_sscp_is_host = internal constant i32 0
@id = private constant [12 x i8] c"____ZL4gain\00"
@_ZL4gain = internal constant { float } { float 1.0 }

define spir_kernel void @kernel(ptr addrspace(1) %out) {
; CHECK: call spir_func float
  %gain = call spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr @id, ptr @_ZL4gain, ptr null)
  store float %gain, ptr addrspace(1) %out
  %backend = load i32, ptr @_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v
  store i32 %backend, ptr addrspace(1) %out
  ret void
}

declare spir_func float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr)
