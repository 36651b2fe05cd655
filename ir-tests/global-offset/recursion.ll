; Functions that call themselves or each other: clones call clones, originals call originals.
;
;   kernel -> self (itself)        kernel -> even <-> odd

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

; CHECK: define i64 @self(i32 %n) {
; CHECK: call i64 @self(i32 %less)
; CHECK: define i64 @self_with_offset(i32 %n, ptr {{.*}}%offset) {
; CHECK: %o = zext
; CHECK: call i64 @self_with_offset(i32 %less, ptr %offset)
define i64 @self(i32 %n) {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  %less = sub i32 %n, 1
  %r = call i64 @self(i32 %less)
  %s = add i64 %o, %r
  ret i64 %s
}
; CHECK: define i64 @even(i32 %n) {
; CHECK-NEXT: call i64 @odd(i32 %n)
; CHECK: define i64 @even_with_offset(i32 %n, ptr {{.*}}%offset) {
; CHECK-NEXT: call i64 @odd_with_offset(i32 %n, ptr %offset)
define i64 @even(i32 %n) {
  %r = call i64 @odd(i32 %n)
  ret i64 %r
}
; CHECK: define i64 @odd(i32 %n) {
; CHECK: call i64 @even(i32 %n)
; CHECK: define i64 @odd_with_offset(i32 %n, ptr {{.*}}%offset) {
; CHECK: call i64 @even_with_offset(i32 %n, ptr %offset)
define i64 @odd(i32 %n) {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 1)
  %r = call i64 @even(i32 %n)
  ret i64 %r
}
; CHECK: define ptx_kernel void @kernel() {
; CHECK-NEXT: call i64 @self(i32 3)
; CHECK-NEXT: call i64 @even(i32 3)
; CHECK: define ptx_kernel void @kernel_with_offset(
; CHECK-NEXT: call i64 @self_with_offset(i32 3, ptr %offset)
; CHECK-NEXT: call i64 @even_with_offset(i32 3, ptr %offset)
define ptx_kernel void @kernel() {
  %a = call i64 @self(i32 3)
  %b = call i64 @even(i32 3)
  ret void
}
