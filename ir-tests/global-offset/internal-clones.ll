; Clones of internal functions are internal and get another name if theirs is taken. The same holds for functions that
; are `available_externally`, because no other module defines the clone. Clones of kernels have the linkage of the
; original.

; RUN: %opt -S -passes=global-offset -verify-each %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %llc -mcpu=sm_80 %t.ll -o - | FileCheck %s --check-prefix=PTX

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

@local_with_offset = addrspace(1) global i32 0
$copied_with_offset = comdat any
@in_comdat = linkonce_odr addrspace(1) global i32 0, comdat($copied_with_offset)

; CHECK: define internal i64 @local_with_offset.1(
define internal i64 @local() noinline {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret i64 %x
}
; CHECK: define available_externally hidden i64 @copied()
; CHECK: define internal i64 @copied_with_offset.1(ptr align 4 dereferenceable(12) %offset)
define available_externally hidden i64 @copied() noinline {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 1)
  ret i64 %x
}
; CHECK: define linkonce_odr hidden i64 @shared_with_offset(
define linkonce_odr hidden i64 @shared() noinline {
  %x = call i64 @copied()
  ret i64 %x
}
; CHECK: define ptx_kernel void @kernel_with_offset(
; CHECK-NEXT: call i64 @local_with_offset.1(ptr %offset)
; CHECK-NEXT: call i64 @copied_with_offset.1(ptr %offset)
; CHECK-NEXT: call i64 @shared_with_offset(ptr %offset)
; PTX: .func (.param .b64 func_retval0) copied_with_offset
define ptx_kernel void @kernel(ptr addrspace(1) %out) {
  %x = call i64 @local()
  %y = call i64 @copied()
  %z = call i64 @shared()
  %xy = add i64 %x, %y
  %xyz = add i64 %xy, %z
  store i64 %xyz, ptr addrspace(1) %out
  ret void
}
; CHECK: define available_externally ptx_kernel void @elsewhere_with_offset(
define available_externally ptx_kernel void @elsewhere(ptr addrspace(1) %out) {
  %x = call i64 @local()
  store i64 %x, ptr addrspace(1) %out
  ret void
}
