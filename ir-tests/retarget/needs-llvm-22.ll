; The pass is known to every LLVM, and says which one it needs.

; UNSUPPORTED: llvm-22
; RUN: not %opt -passes='retarget<target=nvptx64:sm_90>' %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: error: pass `retarget` needs LLVM 22, and this is LLVM {{16|19}}

target triple = "spir64-unknown-unknown"
