; The pass needs LLVM 22, and says so.

; UNSUPPORTED: llvm-22
; RUN: not %opt -passes=link-builtins -disable-output %s 2>&1 | FileCheck %s

; CHECK: error: `link-builtins` needs LLVM 22; this is LLVM {{19|16}}

define void @f() {
  ret void
}
