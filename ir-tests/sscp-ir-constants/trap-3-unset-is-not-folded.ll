; Trap 3: a constant that is not set is zero in the IR, and any optimization may use that. With `unset=keep`, which can run
; first, none does, and a later run can set it.

; RUN: %opt -S -passes='sscp-ir-constants<unset=keep>,default<O2>' -verify-each %s | FileCheck %s --check-prefix=KEPT
; RUN: %opt -S -passes='sscp-ir-constants<unset=keep>,default<O2>,sscp-ir-constants<set=current_backend=2>,default<O2>' \
; RUN:   -verify-each %s | FileCheck %s --check-prefix=SET
; RUN: %opt -S -passes='sscp-ir-constants<unset=zero>,default<O2>' -verify-each %s | FileCheck %s --check-prefix=ZERO

target triple = "spir64-unknown-unknown"

; KEPT: @_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v = internal {{.*}}externally_initialized global i32 0
@_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v = internal global i32 0, align 4

; KEPT-LABEL: @kernel
; KEPT:         %[[VALUE:.*]] = load i32, ptr @_ZZN4acpp
; KEPT:         store i32 %[[VALUE]]
; SET-LABEL:  @kernel
; SET:          store i32 2
; ZERO-LABEL: @kernel
; ZERO:         store i32 0
define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %backend = load i32, ptr @_ZZN4acpp26__acpp_sscp_s2_ir_constantIL_ZN4acpp15current_backendEEiE3getEiE20__acpp_ir_constant_v
  store i32 %backend, ptr addrspace(1) %out
  ret void
}
