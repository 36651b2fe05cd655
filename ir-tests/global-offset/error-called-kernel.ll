; A kernel that needs the global offset is an entry point only: code that calls it would have to pass an offset that it
; does not have.

; RUN: not %opt -S -passes=global-offset %s 2>&1 | FileCheck %s --implicit-check-not=define

; CHECK: error: kernel `kernel` is called in function `caller`; expected kernels to be entry points only

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

define ptx_kernel void @kernel() {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}
define void @caller() {
  call ptx_kernel void @kernel()
  ret void
}
