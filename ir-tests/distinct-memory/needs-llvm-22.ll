; The pass is known to every LLVM, and says which one it needs.

; UNSUPPORTED: llvm-22
; RUN: not %opt -passes=distinct-memory %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: error: pass `distinct-memory` needs LLVM 22, and this is LLVM {{16|19}}

target triple = "nvptx64-nvidia-cuda"
