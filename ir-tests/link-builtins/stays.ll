; What later passes, the back end, the driver or the C library define stays undefined, and is no error.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: %opt -S -passes=link-builtins -verify-each %t/nvptx.ll | FileCheck %s --check-prefix=NVPTX
; RUN: %opt -S -passes=link-builtins -verify-each %t/amdgcn.ll | FileCheck %s --check-prefix=AMDGCN
; RUN: %opt -S -passes=link-builtins -verify-each %t/spirv.ll | FileCheck %s --check-prefix=SPIRV
; RUN: %opt -S -passes=link-builtins -verify-each %t/host.ll | FileCheck %s --check-prefix=HOST

; NVPTX-DAG: declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
; NVPTX-DAG: declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
; NVPTX-DAG: declare ptr @llvm.nvvm.implicit.offset()
; NVPTX-DAG: declare i32 @vprintf(ptr, ptr)
; NVPTX-DAG: declare i32 @__acpp_sscp_jit_reflect_target_arch()
; AMDGCN: declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
; SPIRV-DAG: declare spir_func i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
; SPIRV-DAG: declare spir_func float @_Z15__spirv_ocl_sinf(float)
; HOST-DAG: declare {{.*}}double @sin(double
; HOST-DAG: declare {{.*}}float @sinf(float
; HOST-DAG: declare void @abort()

;--- nvptx.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel(ptr %p) {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %p, ptr %p, ptr %p)
  %b = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  %c = call ptr @llvm.nvvm.implicit.offset()
  %d = call i32 @vprintf(ptr %p, ptr %p)
  %e = call i32 @__acpp_sscp_jit_reflect_target_arch()
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare ptr @llvm.nvvm.implicit.offset()
declare i32 @vprintf(ptr, ptr)
declare i32 @__acpp_sscp_jit_reflect_target_arch()

;--- amdgcn.ll
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @kernel() {
  %a = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

;--- spirv.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @kernel() {
  %a = call spir_func i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  %b = call spir_func float @_Z15__spirv_ocl_sinf(float 1.0)
  ret void
}
declare spir_func i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare spir_func float @_Z15__spirv_ocl_sinf(float)

;--- host.ll
target triple = "x86_64-unknown-linux-gnu"
define void @kernel() {
  %a = call double @sin(double 1.0)
  %b = call float @sinf(float 1.0)
  call void @abort()
  unreachable
}
declare double @sin(double)
declare float @sinf(float)
declare void @abort()
