; On GPUs, functions of C's `math.h` and LLVM's mathematical intrinsics are the built-in ones.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=link-builtins -verify-each %s | FileCheck %s

; CHECK-LABEL: define ptx_kernel void @kernel(
; CHECK-NEXT: call float @__sp_ocl_sin_f32(float %x)
; CHECK-NEXT: call double @__sp_ocl_sin_f64(double %y)
; CHECK-NEXT: call float @__sp_ocl_sin_f32(float %x)
; CHECK-NEXT: call <2 x double> @__sp_ocl_exp_v2f64(<2 x double> %z)
; CHECK-NEXT: call float @__sp_ocl_pown_f32(float %x, i32 %n)
; CHECK-NEXT: call float @llvm.fabs.f32(float %x)

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(float %x, double %y, <2 x double> %z, i32 %n) {
  %a = call float @sinf(float %x)
  %b = call double @sin(double %y)
  %c = call float @llvm.sin.f32(float %x)
  %d = call <2 x double> @llvm.exp.v2f64(<2 x double> %z)
  %e = call float @llvm.powi.f32.i32(float %x, i32 %n)
  %f = call float @llvm.fabs.f32(float %x)
  ret void
}
declare float @sinf(float)
declare double @sin(double)
declare float @llvm.sin.f32(float)
declare <2 x double> @llvm.exp.v2f64(<2 x double>)
declare float @llvm.powi.f32.i32(float, i32)
declare float @llvm.fabs.f32(float)
