; A table of block addresses names blocks of one function, so a clone of the function would jump into the original.

; RUN: rm -rf %t && split-file %s %t
; RUN: cat %t/kernel.ll %t/table.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --implicit-check-not=define
; RUN: cat %t/kernel.ll %t/function.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --implicit-check-not=define
; RUN: cat %t/kernel.ll %t/number.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --implicit-check-not=define
; RUN: cat %t/kernel.ll %t/table.ll | %opt -S -passes='global-offset<disable>' -verify-each | FileCheck %s --check-prefix=DISABLE
; RUN: cat %t/kernel.ll %t/other.ll | %opt -S -passes=global-offset -verify-each | FileCheck %s --check-prefix=OTHER

; CHECK: error: function `helper` needs the global offset, and the address of one of its blocks is a constant; expected no such address, because a copy of the function has other blocks

; DISABLE: blockaddress(@helper, %there)
; OTHER: define internal i64 @helper_with_offset(

;--- kernel.ll
target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

define internal i64 @helper(ptr %to) {
  indirectbr ptr %to, [label %here, label %there]
here:
  ret i64 0
there:
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret i64 %x
}
define ptx_kernel void @kernel(ptr %to) {
  %x = call i64 @helper(ptr %to)
  ret void
}
;--- table.ll
@table = internal constant [1 x ptr] [ptr blockaddress(@helper, %there)]
;--- function.ll
define ptr @address() {
  ret ptr blockaddress(@helper, %there)
}
;--- number.ll
@number = internal constant i64 ptrtoint (ptr blockaddress(@helper, %here) to i64)
;--- other.ll
@table = internal constant [1 x ptr] [ptr blockaddress(@other, %there)]
define void @other() {
  br label %there
there:
  ret void
}
