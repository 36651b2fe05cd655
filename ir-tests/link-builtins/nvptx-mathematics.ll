; Elementary functions of `float` on NVIDIA's GPUs are the library's own, in `float` with the GPU's approximations.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='link-builtins<libclc=off>,default<O2>' -verify-each %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=SINGLE < %t.ll

; CHECK: call {{.*}}float @llvm.nvvm.ex2.approx
; CHECK: call {{.*}}float @llvm.nvvm.rsqrt.approx
; CHECK: call {{.*}}float @llvm.nvvm.fma.rm.f(float {{.*}}, float 2.520000e+02,
; CHECK: call {{.*}}float @llvm.nvvm.ex2.approx.ftz
; SINGLE-NOT: fdiv
; SINGLE-NOT: fmul double

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) %out, float %x) {
  %power = call float @_Z15__spirv_ocl_powff(float %x, float 3.5)
  %sine = call float @_Z15__spirv_ocl_sinf(float %power)
  %root = call float @_Z17__spirv_ocl_rsqrtf(float %sine)
  store float %root, ptr addrspace(1) %out
  %exponential = call float @_Z15__spirv_ocl_expf(float %root)
  store volatile float %exponential, ptr addrspace(1) %out
  ret void
}
declare float @_Z15__spirv_ocl_powff(float, float)
declare float @_Z15__spirv_ocl_sinf(float)
declare float @_Z17__spirv_ocl_rsqrtf(float)
declare float @_Z15__spirv_ocl_expf(float)
