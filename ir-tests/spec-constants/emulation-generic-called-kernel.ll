; A kernel that is called keeps its signature, because its callers have no buffer to give.

; LLVM 22 rejects such calls.
; UNSUPPORTED: llvm-at-least-22

; RUN: %opt -S -passes='spec-constants<emulation>' -verify-each %s 2>&1 | FileCheck %s

; CHECK:     warning: {{.*}}kernel `called` is called, so it gets no buffer: the value of specialization constant `a` is undefined there; use the mode `default-values`
; CHECK:     warning: {{.*}}kernel `caller` has no parameter for a buffer
; CHECK-NOT: warning

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@name_a = private unnamed_addr addrspace(4) constant [2 x i8] c"a\00"
@name_b = private unnamed_addr addrspace(4) constant [2 x i8] c"b\00"
@default_a = internal addrspace(1) constant { i32 } { i32 1 }
@default_b = internal addrspace(1) constant { i64 } { i64 2 }

; CHECK-LABEL: define spir_kernel void @called() !sycl_kernel_omit_args
; CHECK-NEXT:    load i32, ptr addrspace(4) null
define spir_kernel void @called() !sycl_kernel_omit_args !0 {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}

; CHECK-LABEL: define spir_kernel void @caller()
; CHECK-NEXT:    call spir_kernel void @called()
define spir_kernel void @caller() {
  call spir_kernel void @called()
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

!0 = !{i1 true}
