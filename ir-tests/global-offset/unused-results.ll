; Unused offsets are not loaded, but the kernel still has a clone, because the runtime may ask for it.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s --implicit-check-not=load

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare ptr @llvm.nvvm.implicit.offset()

; CHECK: define ptx_kernel void @kernel() {
; CHECK-NEXT: ret void
; CHECK: define ptx_kernel void @kernel_with_offset(ptr byval([3 x i32]) align 4 %offset) {
; CHECK-NEXT: ret void
define ptx_kernel void @kernel() {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  %pointer = call ptr @llvm.nvvm.implicit.offset()
  ret void
}
