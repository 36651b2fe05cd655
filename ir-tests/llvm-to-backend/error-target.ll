; A target has to be given, and LLVM has to have its processor.

; REQUIRES: llvm-at-least-22
; RUN: not %opt -disable-output -passes='llvm-to-backend' %s 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not %opt -disable-output -passes='llvm-to-backend<target=z80>' %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %opt -disable-output -passes='llvm-to-backend<target=amdgcn:gfx000>' %s 2>&1 | FileCheck %s --check-prefix=PROCESSOR

; NONE: no target is given; expected the parameter `target` with nvptx64 (with :sm_<number>), amdgcn (with :gfx<number>), spirv64 or host
; UNKNOWN: parameter `target` of pass `llvm-to-backend` has the value `z80`; expected nvptx64
; PROCESSOR: target `amdgcn:gfx000`: unknown processor `gfx000`; expected one of LLVM's such as gfx{{.*}} (`llc -mtriple=amdgcn -mcpu=help` lists all)

target triple = "spir64-unknown-unknown"
define spir_kernel void @kernel() {
  ret void
}
