; What is known of arguments that stay needs LLVM 22, and older ones say so.

; UNSUPPORTED: llvm-22
; RUN: not %opt -disable-output -passes='sscp-specialize<bytes=kernel:0:0=00>' %s 2>&1 | FileCheck %s
; RUN: not %opt -disable-output -passes='sscp-specialize<constants=kernel=00>' %s 2>&1 | FileCheck %s

; CHECK: error: parameters `bytes` and `constants` of pass `sscp-specialize` need LLVM 22, and this is LLVM {{16|19}}

define spir_kernel void @kernel(i8 %n) {
  ret void
}
