; Targets have the names that DPC++ and LLVM know them by.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=nvidia_gpu_sm_90>' %s | FileCheck %s
; RUN: %opt -S -passes='retarget<target=nvptx64-nvidia-cuda:sm_90>' %s | FileCheck %s

; CHECK: target triple = "nvptx64-nvidia-cuda"
; CHECK: define ptx_kernel void @kernel

target triple = "spirv64-unknown-unknown"

define spir_kernel void @kernel() {
  ret void
}
