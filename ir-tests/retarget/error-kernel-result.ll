; A kernel gives nothing back, so one that is not `void` is an error for every target, which names the kernel and its type.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: not %llvm_to_backend --target spirv64 %t/generic.ll -o %t.ll 2>&1 | FileCheck %s
; RUN: not %llvm_to_backend --target amdgcn:gfx90a %t/generic.ll -o %t.ll 2>&1 | FileCheck %s
; RUN: not %llvm_to_backend --target host %t/generic.ll -o %t.ll 2>&1 | FileCheck %s
; RUN: not %opt -passes='retarget<target=nvptx64>' %t/own.ll -o /dev/null 2>&1 | FileCheck %s
; CHECK: error: kernel `gives` returns a value of type `i32`; expected `void`

;--- generic.ll
target triple = "spirv64-unknown-unknown"

define spir_kernel i32 @gives(i32 %a) {
  ret i32 %a
}

;--- own.ll
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel i32 @gives(i32 %a) {
  ret i32 %a
}
