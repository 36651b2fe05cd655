; A library such as CUDA's libdevice, given as `lib`, comes before libclc: its functions have other names. It asks for the
; mode of square roots, which is precise; what LLVM answers is left to LLVM.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: %opt -S -passes='link-builtins<lib=%t/device.ll>' -verify-each %t/module.ll | FileCheck %s
; RUN: %opt -passes='link-builtins<lib=%t/device.ll>,default<O2>' %t/module.ll -o %t/linked.bc
; RUN: %llc -mcpu=sm_80 %t/linked.bc -o - | FileCheck %s --check-prefix=PTX

; CHECK-NOT: define {{.*}}@_Z3erff
; CHECK: define internal float @__nv_sqrtf(float %x)
; CHECK-NEXT: call i32 @__nvvm_reflect(ptr @ftz)
; CHECK: icmp ne i32 1, 0
; CHECK-NOT: @__nvvm_reflect(ptr @prec)
; CHECK: define internal float @__nv_erff(float %x)
; PTX-NOT: __nvvm_reflect
; PTX: add.{{.*}}f32

;--- module.ll
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) %out, float %x) {
  %a = call float @__nv_sqrtf(float %x)
  %b = call float @_Z15__spirv_ocl_erff(float %a)
  store float %b, ptr addrspace(1) %out
  ret void
}
declare float @_Z15__spirv_ocl_erff(float)
declare float @__nv_sqrtf(float)

;--- device.ll
target triple = "nvptx64-nvidia-gpulibs"

@ftz = private constant [11 x i8] c"__CUDA_FTZ\00"
@prec = private constant [17 x i8] c"__CUDA_PREC_SQRT\00"

define float @__nv_sqrtf(float %x) {
  %f = call i32 @__nvvm_reflect(ptr @ftz)
  %p = call i32 @__nvvm_reflect(ptr @prec)
  %is_precise = icmp ne i32 %p, 0
  %precise = fadd float %x, 1.0
  %fast = fmul float %x, 3.0
  %r = select i1 %is_precise, float %precise, float %fast
  %is_flushed = icmp ne i32 %f, 0
  %s = select i1 %is_flushed, float 0.0, float %r
  ret float %s
}
define float @__nv_erff(float %x) {
  %r = fneg float %x
  ret float %r
}
declare i32 @__nvvm_reflect(ptr)
