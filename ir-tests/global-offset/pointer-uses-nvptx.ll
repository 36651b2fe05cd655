; If a pointer to the offset is used for more than loads, it points to zeros where there is no offset: if it is
; compared, passed on, returned, or merged with other pointers.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s --implicit-check-not=implicit.offset
; RUN: %opt -S -passes='global-offset<disable>' -verify-each %s | FileCheck %s --check-prefix=DISABLE --implicit-check-not=with_offset

target triple = "nvptx64-nvidia-cuda"

declare ptr @llvm.nvvm.implicit.offset()
declare void @use(ptr)

; CHECK: @[[ZEROS:__sycl_zero_offset]] = internal constant [3 x i32] zeroinitializer, align 4
; DISABLE: @[[ZEROS:__sycl_zero_offset]] = internal constant [3 x i32] zeroinitializer, align 4

; CHECK: define void @passes()
; CHECK-NEXT: tail call void @use(ptr @[[ZEROS]])
; CHECK: define void @passes_with_offset(
; CHECK-NEXT: tail call void @use(ptr %offset)
; DISABLE: define void @passes()
; DISABLE-NEXT: tail call void @use(ptr @[[ZEROS]])
define void @passes() {
  %pointer = call ptr @llvm.nvvm.implicit.offset()
  tail call void @use(ptr %pointer)
  ret void
}
; CHECK: define ptr @returns()
; CHECK-NEXT: ret ptr @[[ZEROS]]
; CHECK: define ptr @returns_with_offset(
; CHECK-NEXT: ret ptr %offset
define ptr @returns() {
  %pointer = call ptr @llvm.nvvm.implicit.offset()
  ret ptr %pointer
}
; CHECK: define i32 @merges(
; CHECK-NEXT: %place = select i1 %flag, ptr @[[ZEROS]], ptr %other
; CHECK-NEXT: %value = load i32, ptr %place
; CHECK: define i32 @merges_with_offset(
; CHECK-NEXT: %place = select i1 %flag, ptr %offset, ptr %other
define i32 @merges(i1 %flag, ptr %other) {
  %pointer = call ptr @llvm.nvvm.implicit.offset()
  %place = select i1 %flag, ptr %pointer, ptr %other
  %value = load i32, ptr %place, align 4
  ret i32 %value
}
