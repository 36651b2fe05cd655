; A call of an alias is a call of the function behind it.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@other = alias i64 (), ptr @helper

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

define i64 @helper() {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret i64 %o
}
; CHECK: define ptx_kernel void @kernel()
; CHECK-NEXT: call i64 @other()
; CHECK: define ptx_kernel void @kernel_with_offset(
; CHECK-NEXT: call i64 @helper_with_offset(ptr %offset)
define ptx_kernel void @kernel() {
  %x = call i64 @other()
  ret void
}
