; Mathematics of `float` with the flag `afn` is the GPU's instruction; without it, or of other types, it is as before.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='link-builtins' -verify-each %s | FileCheck %s
; RUN: sed 's/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/; s/ptx_kernel/amdgpu_kernel/' %s | %opt -S -passes='link-builtins<undefined=keep>' | FileCheck %s
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-unknown-linux-gnu/; s/ptx_kernel//' %s | %opt -S -passes='link-builtins' | FileCheck %s --check-prefix=HOST

; CHECK-LABEL: void @kernel(
; CHECK-NEXT:    call afn float @__sp_native_sin_f32(float %x)
; CHECK-NEXT:    call fast float @__sp_native_cos_f32(float %x)
; CHECK-NEXT:    call afn float @__sp_native_powr_f32(float %x, float %x)
; CHECK-NEXT:    call afn float @__sp_native_exp_f32(float %x)
; CHECK-NEXT:    call afn <2 x float> @[[LOGARITHM:.*]](<2 x float> %v)
; CHECK-NEXT:    call nnan float @__sp_ocl_sin_f32(float %x)
; CHECK-NEXT:    call afn float @__sp_ocl_pow_f32(float %x, float %x)
; CHECK-NEXT:    call afn double @__sp_ocl_sin_f64(double %d)
; CHECK:       define {{.*}}<2 x float> @[[LOGARITHM]](
; CHECK:         call {{.*}}@__sp_native_log_f32(
; HOST-NOT:    @__sp_native_

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(float %x, <2 x float> %v, double %d) {
  %r0 = call afn float @_Z15__spirv_ocl_sinf(float %x)
  %r1 = call fast float @llvm.cos.f32(float %x)
  %r2 = call afn float @_Z16__spirv_ocl_powrff(float %x, float %x)
  %r3 = call afn float @expf(float %x)
  %r4 = call afn <2 x float> @_Z15__spirv_ocl_logDv2_f(<2 x float> %v)
  %r5 = call nnan float @_Z15__spirv_ocl_sinf(float %x)
  %r6 = call afn float @_Z15__spirv_ocl_powff(float %x, float %x)
  %r7 = call afn double @_Z15__spirv_ocl_sind(double %d)
  ret void
}
declare float @_Z15__spirv_ocl_sinf(float)
declare float @llvm.cos.f32(float)
declare float @_Z16__spirv_ocl_powrff(float, float)
declare float @expf(float)
declare <2 x float> @_Z15__spirv_ocl_logDv2_f(<2 x float>)
declare float @_Z15__spirv_ocl_powff(float, float)
declare double @_Z15__spirv_ocl_sind(double)
