; A second run finds nothing to do. The output depends only on the module, not on whether it was read from text or
; bitcode.

; RUN: %opt -S -passes=global-offset %s -o %t.once
; RUN: %opt -S -passes='global-offset,global-offset' -verify-each %s -o %t.twice
; RUN: diff %t.once %t.twice
; RUN: %opt -S -passes='global-offset,global-offset<disable>' -verify-each %s -o %t.disabled
; RUN: diff %t.once %t.disabled
; RUN: %opt -S -passes=global-offset %s -o %t.again
; RUN: diff %t.once %t.again
; RUN: %opt %s | %opt -S -passes=global-offset - -o %t.bitcode
; RUN: sed -e '/ModuleID/d' -e '/source_filename/d' %t.once > %t.once.text
; RUN: sed -e '/ModuleID/d' -e '/source_filename/d' %t.bitcode | diff %t.once.text -

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

define ptx_kernel void @c() {
  %x = call i64 @f()
  %y = call i64 @g()
  ret void
}
define internal i64 @g() {
  %x = call i64 @f()
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 1)
  ret i64 %o
}
define ptx_kernel void @a() {
  %x = call i64 @g()
  ret void
}
define internal i64 @f() {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret i64 %o
}
define ptx_kernel void @b() {
  %x = call i64 @f()
  ret void
}
