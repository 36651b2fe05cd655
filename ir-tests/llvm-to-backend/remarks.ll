; Remarks of LLVM's passes are kept.

; REQUIRES: llvm-at-least-22
; RUN: %opt -disable-output -passes='llvm-to-backend<target=nvptx64:sm_90;libclc=off>' -pass-remarks=inline %s 2>&1 | FileCheck %s
; CHECK: 'helper' inlined into 'kernel'

target triple = "spir64-unknown-unknown"

define internal spir_func i32 @helper(i32 %n) {
  %twice = mul i32 %n, %n
  ret i32 %twice
}

define spir_kernel void @kernel(ptr addrspace(1) %out, i32 %n) {
  %value = call spir_func i32 @helper(i32 %n)
  store i32 %value, ptr addrspace(1) %out
  ret void
}
