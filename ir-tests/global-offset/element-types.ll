; A 32-bit device library asks for 32-bit offsets. A fourth dimension has no offset.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s

target triple = "nvptx-nvidia-cuda"

declare i32 @_Z27__spirv_BuiltInGlobalOffseti(i32)

; CHECK: define ptx_kernel void @kernel_with_offset(
; CHECK-NEXT: %[[PLACE:.*]] = getelementptr inbounds i32, ptr %offset, i32 0
; CHECK-NEXT: %x = load i32, ptr %[[PLACE]], align 4
; CHECK-NEXT: store i32 %x, ptr addrspace(1) %out, align 4
; CHECK-NEXT: store i32 0, ptr addrspace(1) %out, align 4
; CHECK-NEXT: ret void
define ptx_kernel void @kernel(ptr addrspace(1) %out) {
  %x = call i32 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  store i32 %x, ptr addrspace(1) %out, align 4
  %none = call i32 @_Z27__spirv_BuiltInGlobalOffseti(i32 3)
  store i32 %none, ptr addrspace(1) %out, align 4
  ret void
}
