; A barrier of all work-groups is refused with function and kernels, if its scope is a constant. SPIR-V's back end has it.

; REQUIRES: llvm-22
; RUN: sed s/TRIPLE/nvptx64-nvidia-cuda/ %s > %t.nvptx.ll
; RUN: sed s/TRIPLE/amdgcn-amd-amdhsa/ %s > %t.amdgcn.ll
; RUN: sed s/TRIPLE/x86_64-unknown-linux-gnu/ %s > %t.host.ll
; RUN: sed s/TRIPLE/spirv64-unknown-unknown/ %s > %t.spirv.ll
; RUN: not %opt -passes=link-builtins -disable-output %t.nvptx.ll 2>&1 | FileCheck %s -DTARGET=nvptx64
; RUN: not %opt -passes=link-builtins -disable-output %t.amdgcn.ll 2>&1 | FileCheck %s -DTARGET=amdgcn
; RUN: not %opt -passes=link-builtins -disable-output %t.host.ll 2>&1 | FileCheck %s -DTARGET=host
; RUN: %opt -passes=link-builtins -disable-output %t.spirv.ll
; RUN: %opt -S -passes='link-builtins<undefined=warn>' %t.nvptx.ll 2>&1 | FileCheck %s --check-prefix=WARN

; CHECK:     error: target `[[TARGET]]` does not have `__spirv_ControlBarrier(int, int, int)` (a barrier of all work-groups, which need not run at the same time), called in function `root()`, used by kernel `K`; expected a target that has it
; CHECK-NOT: does not have
; WARN:      warning: target `nvptx64` does not have `__spirv_ControlBarrier
; WARN:      define internal {{.*}}@__sp_control_barrier(

target triple = "TRIPLE"
declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32) convergent
define spir_kernel void @K() {
  call spir_func void @_Z4rootv()
  ret void
}
define internal spir_func void @_Z4rootv() {
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 1, i32 1, i32 912)
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 1, i32 1, i32 912)
  ret void
}
define spir_kernel void @L(i32 %scope) {
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 912)
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 %scope, i32 1, i32 912)
  ret void
}
