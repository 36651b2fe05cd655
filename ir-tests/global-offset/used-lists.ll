; A list that keeps a kernel also keeps its clone.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='global-offset,globaldce' %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @llvm.used = appending global [2 x ptr] [ptr @a, ptr @a_with_offset], section "llvm.metadata"
; CHECK-DAG: @llvm.compiler.used = appending global [2 x ptr] [ptr @b, ptr @b_with_offset], section "llvm.metadata"
@llvm.used = appending global [1 x ptr] [ptr @a], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @b], section "llvm.metadata"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

; CHECK: define linkonce_odr ptx_kernel void @a_with_offset(
define linkonce_odr ptx_kernel void @a() {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}
; CHECK: define linkonce_odr ptx_kernel void @b_with_offset(
define linkonce_odr ptx_kernel void @b() {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}
