; Modules that do not use the offset are unchanged, and so are modules for SPIR-V, which supports offsets. Unused
; declarations of triggers are removed.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes=verify %t/no-trigger.ll -o %t/before && %opt -S -passes=global-offset %t/no-trigger.ll | diff %t/before -
; RUN: %opt -S -passes=verify %t/spirv.ll -o %t/before && %opt -S -passes=global-offset %t/spirv.ll | diff %t/before -
; RUN: %opt -S -passes=verify %t/empty.ll -o %t/before && %opt -S -passes='global-offset<disable>' %t/empty.ll | diff %t/before -
; RUN: %opt -S -passes=global-offset %t/unused.ll | FileCheck %s --implicit-check-not=Offset --implicit-check-not=_offset
; RUN: %opt -passes='require<globals-aa>,global-offset' -debug-pass-manager -disable-output %t/no-trigger.ll 2>&1 | FileCheck %s --check-prefix=MANAGER --implicit-check-not=Invalidating

; CHECK: define ptx_kernel void @kernel()
; MANAGER: Running pass: GlobalOffsetPass on [module]

;--- no-trigger.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel() {
  ret void
}
;--- spirv.ll
target triple = "spirv64-unknown-unknown"
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
define spir_kernel void @kernel() {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}
;--- empty.ll
target triple = "amdgcn-amd-amdhsa"
;--- unused.ll
target triple = "nvptx64-nvidia-cuda"
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
define ptx_kernel void @kernel() {
  ret void
}
