; A module for another target has to be retargeted first.

; REQUIRES: llvm-22
; RUN: not %opt -passes=work-group-functions %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: error: the module's triple is `spir64-unknown-unknown`; expected one of a host, as `retarget<target=host>` writes it

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  ret void
}
