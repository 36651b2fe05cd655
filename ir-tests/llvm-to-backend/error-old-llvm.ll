; Older versions of LLVM say which one is needed.

; UNSUPPORTED: llvm-at-least-22
; RUN: not %opt -disable-output -passes='llvm-to-backend<target=spirv64>' %s 2>&1 | FileCheck %s

; CHECK: `llvm-to-backend` needs LLVM 22; this is LLVM {{1[69]}}

define void @f() {
  ret void
}
