; A device library may define the builtin in terms of the intrinsic. The builtin is then an ordinary function.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare ptr @llvm.nvvm.implicit.offset()

; CHECK: define internal i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 %d)
; CHECK: define internal i64 @_Z27__spirv_BuiltInGlobalOffseti_with_offset(i32 %d, ptr {{.*}}%offset)
; CHECK: getelementptr inbounds i32, ptr %offset, i32 %d
define internal i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 %d) {
  %pointer = call ptr @llvm.nvvm.implicit.offset()
  %place = getelementptr inbounds i32, ptr %pointer, i32 %d
  %value = load i32, ptr %place, align 4
  %wide = zext i32 %value to i64
  ret i64 %wide
}
; CHECK: define ptx_kernel void @kernel_with_offset(
; CHECK-NEXT: call i64 @_Z27__spirv_BuiltInGlobalOffseti_with_offset(i32 1, ptr %offset)
define ptx_kernel void @kernel() {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 1)
  ret void
}
