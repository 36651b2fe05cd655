; A conversion that rounds is one instruction on NVIDIA's GPUs, with a selection of 0 for not a number. Complex products
; are fused, as kernels are.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='link-builtins<libclc=off>,default<O2>' -verify-each %s | FileCheck %s

; CHECK-LABEL: void @kernel(
; CHECK-DAG:     call {{.*}}i32 @llvm.nvvm.f2i.rm(float %f)
; CHECK-DAG:     call {{.*}}i64 @llvm.nvvm.d2ull.rn(double %d)
; CHECK-DAG:     call {{.*}}float @llvm.nvvm.ll2f.rp(i64 %i)
; CHECK-DAG:     call {{.*}}float @llvm.nvvm.ull2f.rm(i64 %i)
; CHECK-DAG:     call {{.*}}float @llvm.nvvm.d2f.rm(double %d)
; CHECK-DAG:     fsub contract double
; CHECK-NOT:     floor
; CHECK:         ret void

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) %out, float %f, double %d, i64 %i) {
  %r0 = call i32 @_Z28__spirv_ConvertFToS_Rint_rtnf(float %f)
  store volatile i32 %r0, ptr addrspace(1) %out
  %r1 = call i64 @_Z30__spirv_ConvertFToU_Rulong_rted(double %d)
  store volatile i64 %r1, ptr addrspace(1) %out
  %r2 = call float @_Z30__spirv_ConvertSToF_Rfloat_rtpl(i64 %i)
  store volatile float %r2, ptr addrspace(1) %out
  %r3 = call float @_Z30__spirv_ConvertUToF_Rfloat_rtzm(i64 %i)
  store volatile float %r3, ptr addrspace(1) %out
  %r4 = call float @_Z27__spirv_FConvert_Rfloat_rtnd(double %d)
  store volatile float %r4, ptr addrspace(1) %out
  %r5 = call { double, double } @__muldc3(double %d, double 2.0, double %d, double %d)
  %re = extractvalue { double, double } %r5, 0
  store volatile double %re, ptr addrspace(1) %out
  ret void
}
declare i32 @_Z28__spirv_ConvertFToS_Rint_rtnf(float)
declare i64 @_Z30__spirv_ConvertFToU_Rulong_rted(double)
declare float @_Z30__spirv_ConvertSToF_Rfloat_rtpl(i64)
declare float @_Z30__spirv_ConvertUToF_Rfloat_rtzm(i64)
declare float @_Z27__spirv_FConvert_Rfloat_rtnd(double)
declare { double, double } @__muldc3(double, double, double, double)
