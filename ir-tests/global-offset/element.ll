; The builtin for one dimension, on NVPTX: the kernel and the helper keep an offset of zero and get clones that take the
; offset as their last parameter. The result has the type of the call. The dimension may be computed; for a dimension
; that does not exist, the offset is zero.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s --implicit-check-not=BuiltInGlobalOffset
; RUN: %opt -S -passes=globaloffset %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

; CHECK: define internal i64 @helper(i32 %d) {
; CHECK-NEXT: ret i64 0
; CHECK: define internal i64 @helper_with_offset(i32 %d, ptr align 4 dereferenceable(12) %offset) {
; CHECK-NEXT: %[[EXISTS:.*]] = icmp ult i32 %d, 3
; CHECK-NEXT: %[[SAFE:.*]] = select i1 %[[EXISTS]], i32 %d, i32 0
; CHECK-NEXT: %[[PLACE:.*]] = getelementptr inbounds i32, ptr %offset, i32 %[[SAFE]]
; CHECK-NEXT: %[[LOADED:.*]] = load i32, ptr %[[PLACE]], align 4
; CHECK-NEXT: %[[LARGE:.*]] = zext i32 %[[LOADED]] to i64
; CHECK-NEXT: %o = select i1 %[[EXISTS]], i64 %[[LARGE]], i64 0
; CHECK-NEXT: ret i64 %o
define internal i64 @helper(i32 %d) {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 %d)
  ret i64 %o
}

; CHECK: define ptx_kernel void @kernel(ptr addrspace(1) %out, i32 %d) {
; CHECK-NEXT: %h = call i64 @helper(i32 %d)
; CHECK-NEXT: %sum = add i64 0, %h
; CHECK-NEXT: store i64 %sum, ptr addrspace(1) %out, align 8
; CHECK-NEXT: ret void
; CHECK: define ptx_kernel void @kernel_with_offset(ptr addrspace(1) %out, i32 %d, ptr byval([3 x i32]) align 4 %offset) {
; CHECK-NEXT: %[[PLACE:.*]] = getelementptr inbounds i32, ptr %offset, i32 2
; CHECK-NEXT: %[[LOADED:.*]] = load i32, ptr %[[PLACE]], align 4
; CHECK-NEXT: %o = zext i32 %[[LOADED]] to i64
; CHECK-NEXT: %h = call i64 @helper_with_offset(i32 %d, ptr %offset)
; CHECK-NEXT: %sum = add i64 %o, %h
; CHECK-NEXT: store i64 %sum, ptr addrspace(1) %out, align 8
; CHECK-NEXT: ret void
define ptx_kernel void @kernel(ptr addrspace(1) %out, i32 %d) {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 2)
  %h = call i64 @helper(i32 %d)
  %sum = add i64 %o, %h
  store i64 %sum, ptr addrspace(1) %out, align 8
  ret void
}
