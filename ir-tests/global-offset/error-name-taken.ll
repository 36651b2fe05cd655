; The runtime finds the clone of a kernel by its name, so no other symbol of any kind may have that name. Without
; clones, the name is not needed.

; RUN: rm -rf %t && split-file %s %t
; RUN: cat %t/kernel.ll %t/definition.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --implicit-check-not=define
; RUN: cat %t/kernel.ll %t/declaration.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --implicit-check-not=define
; RUN: cat %t/kernel.ll %t/variable.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --implicit-check-not=define
; RUN: cat %t/kernel.ll %t/alias.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --implicit-check-not=define
; RUN: cat %t/kernel.ll %t/ifunc.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --implicit-check-not=define
; RUN: cat %t/kernel.ll %t/comdat.ll | not %opt -S -passes=global-offset 2>&1 | FileCheck %s --implicit-check-not=define
; RUN: cat %t/kernel.ll %t/definition.ll | %opt -S -passes='global-offset<disable>' -verify-each -o /dev/null

; CHECK: error: function `kernel` needs a clone called `kernel_with_offset`, which the module has already; expected no such name

;--- kernel.ll
target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

define ptx_kernel void @kernel() {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}
define void @other() {
  ret void
}
;--- definition.ll
define void @kernel_with_offset() {
  ret void
}
;--- declaration.ll
declare void @kernel_with_offset()
;--- variable.ll
@kernel_with_offset = addrspace(1) global i32 0
;--- alias.ll
@kernel_with_offset = alias void (), ptr @other
;--- ifunc.ll
@kernel_with_offset = ifunc void (), ptr @resolver
define ptr @resolver() {
  ret ptr @other
}
;--- comdat.ll
$kernel_with_offset = comdat any
define linkonce_odr void @in_comdat() comdat($kernel_with_offset) {
  ret void
}
