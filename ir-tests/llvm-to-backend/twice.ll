; What is finished stays as it is: no stage finds anything to do.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;libclc=off>' -verify-each %s -o %t.once
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;libclc=off>' -verify-each %t.once -o %t.twice
; RUN: tail -n +2 %t.once > %t.a
; RUN: tail -n +2 %t.twice > %t.b
; RUN: diff %t.a %t.b

target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %at = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 %id, ptr addrspace(1) %at
  ret void
}
