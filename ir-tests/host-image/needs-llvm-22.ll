; Older LLVMs get an error that says so.

; UNSUPPORTED: llvm-at-least-22
; RUN: not %opt -disable-output -passes=host-image %s 2>&1 | FileCheck %s

; CHECK: pass `host-image` needs LLVM 22, and this is LLVM {{16|19}}

target triple = "x86_64-unknown-linux-gnu"
