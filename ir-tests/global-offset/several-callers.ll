; Every function that reaches the offset has a clone directly after it, and no other function has one:
;
;   a -> shared -> offset      b -> shared      b -> other -> offset      c -> plain

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

; CHECK-NOT: define
; CHECK: define ptx_kernel void @a(
; CHECK-NOT: define
; CHECK: define ptx_kernel void @a_with_offset(
; CHECK: call i64 @shared_with_offset(
define ptx_kernel void @a() {
  %x = call i64 @shared()
  ret void
}
; CHECK-NOT: define
; CHECK: define internal i64 @shared(
; CHECK-NOT: define
; CHECK: define internal i64 @shared_with_offset(
define internal i64 @shared() {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret i64 %o
}
; CHECK-NOT: define
; CHECK: define ptx_kernel void @b(
; CHECK-NOT: define
; CHECK: define ptx_kernel void @b_with_offset(
; CHECK: call i64 @shared_with_offset(
; CHECK: call i64 @other_with_offset(
; CHECK: call void @plain()
define ptx_kernel void @b() {
  %x = call i64 @shared()
  %y = call i64 @other()
  call void @plain()
  ret void
}
; CHECK-NOT: define
; CHECK: define linkonce_odr hidden i64 @other(
; CHECK-NOT: define
; CHECK: define linkonce_odr hidden i64 @other_with_offset(
define linkonce_odr hidden i64 @other() {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 1)
  ret i64 %o
}
; CHECK-NOT: define
; CHECK: define ptx_kernel void @c(
; CHECK-NOT: define
; CHECK: define void @plain(
; CHECK-NOT: define
define ptx_kernel void @c() {
  call void @plain()
  ret void
}
define void @plain() {
  ret void
}
