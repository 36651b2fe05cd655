; A clone takes the offset as its last parameter, which a function with variable arguments has no place for.

; RUN: not %opt -S -passes=global-offset %s 2>&1 | FileCheck %s --implicit-check-not=define

; CHECK: error: function `formatted` needs the global offset and takes variable arguments; expected a fixed number of them

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

define void @formatted(ptr %format, ...) {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}
define ptx_kernel void @kernel() {
  call void (ptr, ...) @formatted(ptr null, i32 1)
  ret void
}
