; Rounding to `bfloat16` is LLVM's conversion for NVIDIA's GPUs: one instruction from sm_80 on, arithmetic before.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='link-builtins,default<O2>' %s -o %t
; RUN: llc -mcpu=sm_90 -mattr=+ptx78 %t -o - | FileCheck %s --check-prefix=NEW
; RUN: llc -mcpu=sm_70 -mattr=+ptx78 %t -o - | FileCheck %s --check-prefix=OLD

; NEW: cvt.rn.bf16.f32
; OLD-NOT: cvt.rn.bf16.f32
; OLD: setp.nan.f32
target triple = "nvptx64-nvidia-cuda"
declare i16 @_Z27__spirv_ConvertFToBF16INTELf(float)
define ptx_kernel void @k(ptr addrspace(1) %p, float %x) {
  %r = call i16 @_Z27__spirv_ConvertFToBF16INTELf(float %x)
  store i16 %r, ptr addrspace(1) %p
  ret void
}
