; A pipeline that LLVM does not take is an error.

; REQUIRES: llvm-at-least-22
; RUN: not %opt -disable-output -passes='llvm-to-backend<target=spirv64;passes=no-such-pass>' %s 2>&1 | FileCheck %s

; CHECK: pipeline `no-such-pass`: unknown pass name 'no-such-pass'; expected LLVM's passes, as for `opt -passes=`

target triple = "spir64-unknown-unknown"
define spir_kernel void @kernel() {
  ret void
}
