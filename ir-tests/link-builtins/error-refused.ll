; Operations that a target does not have are an error with operation, target, functions and kernels.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: not %opt -passes=link-builtins -disable-output %t/amdgcn.ll 2>&1 | FileCheck %s --check-prefix=AMDGCN
; RUN: not %opt -passes=link-builtins -disable-output %t/printf.ll 2>&1 | FileCheck %s --check-prefix=PRINTF
; RUN: not %opt -passes=link-builtins -disable-output %t/host.ll 2>&1 | FileCheck %s --check-prefix=HOST

; AMDGCN:      error: target `amdgcn` does not have `llvm.nvvm.barrier.cta.sync.aligned.all` (an intrinsic of another target), called in function `helper()`, used by kernels `K`, `L`; expected a target that has it
; AMDGCN-NEXT: target `amdgcn` does not have `printf` ({{.+}}), called in function `helper()`, used by kernels `K`, `L`; expected a target that has it
; AMDGCN-NEXT: target `amdgcn` does not have `__spirv_ImageRead` (images), called in function `K`, used by kernel `K`; expected a target that has it
; PRINTF:      error: target `amdgcn` does not have `__printf_alloc` (output, for which AMDGPU needs a service of the runtime), called in function `k`, used by kernel `k`; expected a target that has it
; HOST:        error: target `host` does not have `llvm.spv.group.memory.barrier.with.group.sync` (an intrinsic of another target), called in function `f`, used by function `f`; expected a target that has it
; HOST-NEXT:   target `host` does not have `llvm.intel.complex.fmul` (an intrinsic of another target), called in function `f`, used by function `f`; expected a target that has it

;--- amdgcn.ll
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @_ZTS1K() {
  call void @_Z6helperv()
  %a = call <4 x float> @_Z17__spirv_ImageReadIDv4_f14ocl_image2d_roDv2_iET_T0_T1_(ptr null, <2 x i32> zeroinitializer)
  ret void
}
define amdgpu_kernel void @_ZTS1L() {
  call void @_Z6helperv()
  ret void
}
define void @_Z6helperv() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %a = call i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(4) null, i32 1)
  ret void
}
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(4), ...)
declare <4 x float> @_Z17__spirv_ImageReadIDv4_f14ocl_image2d_roDv2_iET_T0_T1_(ptr, <2 x i32>)

;--- printf.ll
target triple = "amdgcn-amd-amdhsa"

; What clang makes of `printf` in OpenCL C.
define amdgpu_kernel void @k() {
  %a = call ptr addrspace(1) @__printf_alloc(i32 8)
  store i32 1, ptr addrspace(1) %a
  ret void
}
declare ptr addrspace(1) @__printf_alloc(i32)

;--- host.ll
target triple = "x86_64-unknown-linux-gnu"

define void @f() {
  call void @llvm.spv.group.memory.barrier.with.group.sync()
  %a = call { float, float } @llvm.intel.complex.fmul(float 1.0, float 1.0, float 1.0, float 1.0)
  ret void
}
declare void @llvm.spv.group.memory.barrier.with.group.sync()
declare { float, float } @llvm.intel.complex.fmul(float, float, float, float)
