; With `disable`, offsets are zero everywhere and no trigger is left. Names that clones would need do not matter.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes='global-offset<disable>' -verify-each < %t/nvptx.ll | FileCheck %s --implicit-check-not=offset --implicit-check-not=Offset
; RUN: %opt -S -passes='globaloffset<disable>' -verify-each < %t/amdgpu.ll | FileCheck %s --implicit-check-not=offset --implicit-check-not=Offset

; CHECK: define {{(amdgpu|ptx)}}_kernel void @kernel(ptr addrspace(1) %out) {
; CHECK-NEXT: store i64 0, ptr addrspace(1) %out, align 4
; CHECK-NEXT: store i32 0, ptr addrspace(1) %out, align 4
; CHECK-NEXT: ret void
; CHECK: define void @variadic(...) {
; CHECK-NEXT: ret void

;--- nvptx.ll
target triple = "nvptx64-nvidia-cuda"
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare ptr @llvm.nvvm.implicit.offset()
define ptx_kernel void @kernel(ptr addrspace(1) %out) {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  store i64 %x, ptr addrspace(1) %out, align 4
  %pointer = call ptr @llvm.nvvm.implicit.offset()
  %second = getelementptr i32, ptr %pointer, i32 1
  %y = load i32, ptr %second
  store i32 %y, ptr addrspace(1) %out, align 4
  ret void
}
define void @variadic(...) {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}
;--- amdgpu.ll
target triple = "amdgcn-amd-amdhsa"
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare ptr addrspace(5) @llvm.amdgcn.implicit.offset()
declare ptr addrspace(5) @llvm.amdgpu.implicit.offset()
define amdgpu_kernel void @kernel(ptr addrspace(1) %out) {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  store i64 %x, ptr addrspace(1) %out, align 4
  %pointer = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %second = getelementptr i32, ptr addrspace(5) %pointer, i32 1
  %y = load i32, ptr addrspace(5) %second
  store i32 %y, ptr addrspace(1) %out, align 4
  ret void
}
define void @variadic(...) {
  %pointer = call ptr addrspace(5) @llvm.amdgpu.implicit.offset()
  %z = load i32, ptr addrspace(5) %pointer
  ret void
}
