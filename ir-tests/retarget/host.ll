; The host may be another one than LLVM's own, and its processors are those of its architecture. `native` is this machine's.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='retarget<target=host:neoverse-v1;host=aarch64-unknown-linux-gnu>' %s -verify-each | FileCheck %s --check-prefix=ARM
; RUN: %opt -S -passes='retarget<target=host:native>' %s -verify-each | FileCheck %s --check-prefix=NATIVE
; RUN: not %opt -disable-output -passes='retarget<target=host:znver3;host=aarch64-unknown-linux-gnu>' %s 2>&1 | FileCheck %s --check-prefix=PROCESSOR
; RUN: not %opt -disable-output -passes='retarget<target=host;host=riscv64-unknown-linux-gnu>' %s 2>&1 | FileCheck %s --check-prefix=HOST

; ARM:       target triple = "aarch64-unknown-linux-gnu"
; ARM:       define void @kernel(ptr %p) #0
; ARM:       attributes #0 = { "sycl-kernel" }
; NATIVE:    define void @kernel(ptr %p) #0
; PROCESSOR: unknown processor `znver3` of target `aarch64`; expected one of LLVM's such as 
; HOST:      the host is `riscv64-unknown-linux-gnu`; expected `x86_64` or `aarch64`

target triple = "spir64-unknown-unknown"
define spir_kernel void @kernel(ptr addrspace(1) %p) {
  ret void
}
