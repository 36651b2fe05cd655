; Parameters reach their stages: sizes and promises about arguments, constants from a file, what is kept and linked.

; REQUIRES: llvm-at-least-22
; RUN: echo 'limit=9' > %t.txt
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;set-file=%t.txt;unset=zero;convention=spir;group-size=16;local-size=64;global-sizes-fit-in-int;noalias=kernel:0;align=kernel:0=32;spec-const=emulation;keep=kept;generic=auto;lib=%S/Inputs/lib.ll;libclc=off;undefined=warn>' -verify-each %s | FileCheck %s

; CHECK: define {{.*}}void @kept()
; CHECK: define ptx_kernel void @kernel(ptr addrspace(1) noalias {{.*}}align 32
; CHECK: store volatile i32 9
; CHECK: store volatile i32 17

target triple = "spir64-unknown-unknown"

@limit = external addrspace(1) global i32
declare spir_func i32 @from_library()

define spir_func void @kept() {
  ret void
}

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %limit = load i32, ptr addrspace(1) @limit
  store volatile i32 %limit, ptr addrspace(1) %out
  %value = call spir_func i32 @from_library()
  store volatile i32 %value, ptr addrspace(1) %out
  ret void
}
