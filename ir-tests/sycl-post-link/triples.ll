; Device code is recognized by the architecture of its triple, with or without a version of SPIR-V. LLVM 16 does not know
; version 1.6.

; REQUIRES: llvm-at-least-19
; RUN: rm -rf %t && mkdir %t
; RUN: sed s/TRIPLE/spirv32v1.5-unknown-unknown/ %s | %opt -disable-output -passes='sycl-post-link<symbols;o=%t/spirv32v1.5.table>' -
; RUN: sed s/TRIPLE/spirv64v1.6-unknown-unknown/ %s | %opt -disable-output -passes='sycl-post-link<symbols;o=%t/spirv64v1.6.table>' -
; RUN: sed s/TRIPLE/spirv1.5-unknown-vulkan/ %s | %opt -disable-output -passes='sycl-post-link<symbols;o=%t/spirv1.5.table>' -
; RUN: cd %t && grep -H . spirv1.5_0.sym spirv32v1.5_0.sym spirv64v1.6_0.sym | FileCheck %s
; RUN: ls %t | count 9

; CHECK:      spirv1.5_0.sym:kernel
; CHECK-NEXT: spirv32v1.5_0.sym:kernel
; CHECK-NEXT: spirv64v1.6_0.sym:kernel

target triple = "TRIPLE"

define spir_kernel void @kernel() {
  ret void
}
