; A call whose signature differs from its callee's counts as a call through a pointer.

; RUN: %opt -S -passes=global-offset -verify-each %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

; CHECK: warning: the address of function `helper`
define i64 @helper(i32 %n) {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 %n)
  ret i64 %o
}
; CHECK: define ptx_kernel void @kernel_with_offset(
; CHECK-NEXT: call i64 @helper(i64 1)
; CHECK-NEXT: call i64 @helper_with_offset(i32 1, ptr %offset)
define ptx_kernel void @kernel() {
  %a = call i64 @helper(i64 1)
  %b = call i64 @helper(i32 1)
  ret void
}
