; Variables in local memory become offsets into the block, in order and aligned; scratch memory and what a launch asks for
; without an argument begin at multiples of 128. By-value arguments are copied for each item if the kernel writes them.
; A variable with a larger alignment than the block has room to move.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s
; RUN: %opt -passes='work-group-functions<barriers=coroutine>,default<O2>' -verify-each %s -o /dev/null

; CHECK-NOT: thread_local

; CHECK-LABEL: define internal void @aligned.wg(
; CHECK:         [[LAST:%.+]] = getelementptr inbounds i8, ptr %local, i64 255
; CHECK-NEXT:    %variables = call ptr @llvm.ptrmask.p0.i64(ptr [[LAST]], i64 -256)
; CHECK:         store i8 1, ptr %variables

; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:         %written.copy = alloca [2 x i32], align 4
; CHECK-DAG:     %flags = getelementptr inbounds i8, ptr %local, i64 16
; CHECK-DAG:     %scratch = getelementptr inbounds i8, ptr %local, i64 128
; CHECK-DAG:     [[PERITEM:%.+]] = mul nuw nsw i64 %group.items, 8
; CHECK-DAG:     [[MORE:%.+]] = add nuw nsw i64 [[PERITEM]], 127
; CHECK-DAG:     [[WHOLE:%.+]] = and i64 [[MORE]], -128
; CHECK-DAG:     %dynamic = getelementptr inbounds i8, ptr %scratch, i64 [[WHOLE]]
; CHECK:         call void @llvm.memcpy.p0.p0.i64(ptr align 4 %written.copy, ptr align 4 %written.address, i64 8, i1 false)
; CHECK-NEXT:    store i32 %was, ptr %written.copy
; CHECK:         store i32 1, ptr %local
; CHECK-NEXT:    store i8 1, ptr %flags
; CHECK-NEXT:    store i32 2, ptr %scratch
; CHECK-NEXT:    store i32 3, ptr %dynamic
; CHECK:         [[ADDRESS:%.+]] = ptrtoint ptr %pointer to i64
; CHECK-NEXT:    [[START:%.+]] = ptrtoint ptr %local to i64
; CHECK-NEXT:    [[DISTANCE:%.+]] = sub i64 [[ADDRESS]], [[START]]
; CHECK-NEXT:    %is.local = icmp ult i64 [[DISTANCE]], %local.size

; CHECK: !{ptr @aligned.wg, !"aligned", i32 1, i64 129,
; CHECK: !{ptr @kernel.wg, !"kernel", i32 1, i64 18, i64 8,
; CHECK: !{i32 2, i64 8, i64 8}

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@tile = internal thread_local global [4 x i32] undef, align 4
@flags = internal thread_local global [2 x i8] undef
@large = internal thread_local global i8 undef, align 256
declare ptr @__sp_host_scratch()
declare ptr @__sp_host_dynamic_local_memory()
declare i1 @__sp_host_is_local(ptr)

define void @kernel(ptr byval([2 x i32]) %written, ptr byval([2 x i32]) %read, ptr "sycl-argument"="local" %pointer) "sycl-kernel" {
  %was = load i32, ptr %read, align 4
  store i32 %was, ptr %written, align 4
  store i32 1, ptr @tile
  store i8 1, ptr @flags
  %scratch = call ptr @__sp_host_scratch()
  store i32 2, ptr %scratch
  %dynamic = call ptr @__sp_host_dynamic_local_memory()
  store i32 3, ptr %dynamic
  %is.local = call i1 @__sp_host_is_local(ptr %pointer)
  store i1 %is.local, ptr %pointer
  ret void
}

define void @aligned() "sycl-kernel" {
  store i8 1, ptr @large
  ret void
}
