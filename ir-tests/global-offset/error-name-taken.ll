; RUN: not %opt -S -passes=global-offset %s 2>&1 | FileCheck %s --implicit-check-not=define

; The runtime finds the twin of a kernel by its name.

; CHECK: error: function `kernel` needs a twin called `kernel_with_offset`, which the module has already; expected no such name

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

define ptx_kernel void @kernel() {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}
define void @kernel_with_offset() {
  ret void
}
