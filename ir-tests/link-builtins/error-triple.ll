; A module for nothing that has a library.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: not %opt -passes=link-builtins -disable-output %t/none.ll 2>&1 | FileCheck %s -DTRIPLE=
; RUN: not %opt -passes=link-builtins -disable-output %t/logical.ll 2>&1 | FileCheck %s -DTRIPLE=spirv1.5-unknown-vulkan

; CHECK: error: the module's triple is `[[TRIPLE]]`; expected one of nvptx64, amdgcn, spirv64 or a host, as `retarget` writes it

;--- none.ll
define void @f() {
  ret void
}
;--- logical.ll
target triple = "spirv1.5-unknown-vulkan"
