; The target says which back end it is, by AdaptiveCpp's constant and by queries; the user can say otherwise.

; REQUIRES: llvm-at-least-22
; DEFINE: %{run} = %opt -S -verify-each %s -passes=
; RUN: %{run}'llvm-to-backend<target=spirv64;libclc=off>' | FileCheck %s -DBACKEND=0
; RUN: %{run}'llvm-to-backend<target=nvptx64:sm_90;libclc=off>' | FileCheck %s -DBACKEND=1
; RUN: %{run}'llvm-to-backend<target=amdgcn:gfx90a;libclc=off>' | FileCheck %s -DBACKEND=2
; RUN: %{run}'llvm-to-backend<target=host;libclc=off>' | FileCheck %s -DBACKEND=3
; RUN: %{run}'llvm-to-backend<target=amdgcn:gfx90a;libclc=off;set=current_backend=5;reflect=compiler_backend=5>' | FileCheck %s -DBACKEND=5
; RUN: %{run}'llvm-to-backend<target=nvptx64:sm_90;libclc=off>' | FileCheck %s --check-prefix=ARCH -DARCH=90
; RUN: %{run}'llvm-to-backend<target=amdgcn:gfx90a;libclc=off>' | FileCheck %s --check-prefix=ARCH -DARCH=2314
; RUN: %{run}'llvm-to-backend<target=spirv64;libclc=off>' | FileCheck %s --check-prefix=ARCH -DARCH=-1

; CHECK: store volatile i32 [[BACKEND]],
; CHECK: store volatile i64 [[BACKEND]],
; ARCH:  @asks
; ARCH:  store volatile i64 [[ARCH]],

target triple = "spir64-unknown-unknown"

@_ZZN30__acpp_sscp_s2_ir_constantILZ15current_backendEiE3getEvE22__acpp_ir_constant_v = linkonce_odr addrspace(1) global i32 0

declare spir_func i64 @__acpp_sscp_jit_reflect_compiler_backend()
declare spir_func i64 @__acpp_sscp_jit_reflect_target_arch()
declare spir_func i32 @__acpp_sscp_jit_reflect_knows_target_arch()

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %constant = load i32, ptr addrspace(1) @_ZZN30__acpp_sscp_s2_ir_constantILZ15current_backendEiE3getEvE22__acpp_ir_constant_v
  store volatile i32 %constant, ptr addrspace(1) %out
  %answer = call spir_func i64 @__acpp_sscp_jit_reflect_compiler_backend()
  store volatile i64 %answer, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @asks(ptr addrspace(1) %out) {
entry:
  %knows = call spir_func i32 @__acpp_sscp_jit_reflect_knows_target_arch()
  %is_known = icmp ne i32 %knows, 0
  br i1 %is_known, label %known, label %unknown
known:
  %arch = call spir_func i64 @__acpp_sscp_jit_reflect_target_arch()
  store volatile i64 %arch, ptr addrspace(1) %out
  ret void
unknown:
  store volatile i64 -1, ptr addrspace(1) %out
  ret void
}
