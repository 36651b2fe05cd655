; In a kernel, the offset is on the stack, which a tail call must not access: calls that pass it on become plain calls,
; others are unchanged. In other functions, tail calls are kept, and musttail calls are kept as long as caller and
; callee both get the parameter.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

define i64 @helper(i32 %n) {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 %n)
  ret i64 %o
}
define i64 @plain(i32 %n) {
  ret i64 0
}
; CHECK: define i64 @both_with_offset(
; CHECK-NEXT: %r = musttail call i64 @helper_with_offset(i32 %n, ptr %offset)
; CHECK-NEXT: ret i64 %r
define i64 @both(i32 %n) {
  %r = musttail call i64 @helper(i32 %n)
  ret i64 %r
}
; CHECK: define i64 @one(i32 %n) {
; CHECK-NEXT: %o = tail call i64 @helper(i32 %n)
; CHECK-NEXT: %r = musttail call i64 @plain(i32 %n)
; CHECK: define i64 @one_with_offset(
; CHECK-NEXT: %o = tail call i64 @helper_with_offset(i32 %n, ptr %offset)
; CHECK-NEXT: %r = tail call i64 @plain(i32 %n)
; CHECK-NEXT: ret i64 %r
define i64 @one(i32 %n) {
  %o = tail call i64 @helper(i32 %n)
  %r = musttail call i64 @plain(i32 %n)
  ret i64 %r
}
; CHECK: define ptx_kernel void @kernel()
; CHECK-NEXT: %x = tail call i64 @helper(i32 0)
; CHECK: define ptx_kernel void @kernel_with_offset(
; CHECK-NEXT: %x = call i64 @helper_with_offset(i32 0, ptr %offset)
; CHECK-NEXT: %y = tail call i64 @plain(i32 0)
define ptx_kernel void @kernel() {
  %x = tail call i64 @helper(i32 0)
  %y = tail call i64 @plain(i32 0)
  ret void
}
