; Where AddressSanitizer looks at kernels, variables in local memory have gaps behind them. A group poisons these while it
; runs, so that an access behind the end of a variable is found.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='work-group-functions<barriers=coroutine>' -verify-each %s | FileCheck %s
; RUN: sed 's/sanitize_address//' %s | %opt -S -passes=work-group-functions | FileCheck %s --check-prefix=PLAIN
; PLAIN-NOT: __asan
; PLAIN: !{ptr @kernel.wg, !"kernel", i32 1, i64 28,

; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:       entry:
; CHECK:         call void @__asan_unpoison_memory_region(ptr %local, i64 156)
; CHECK-NEXT:    %gap = getelementptr inbounds i8, ptr %local, i64 10
; CHECK-NEXT:    call void @__asan_poison_memory_region(ptr %gap, i64 66)
; CHECK-NEXT:    %gap[[SECOND:[0-9]*]] = getelementptr inbounds i8, ptr %local, i64 92
; CHECK-NEXT:    call void @__asan_poison_memory_region(ptr %gap[[SECOND]], i64 64)
; CHECK:         call void @__asan_unpoison_memory_region(ptr %local, i64 156)
; CHECK-NEXT:    ret void

; CHECK: !{ptr @kernel.wg, !"kernel", i32 1, i64 156,

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@bytes = internal thread_local global [10 x i8] undef
@numbers = internal thread_local global [4 x i32] undef, align 4
declare i64 @__sp_host_local_id(i32)
declare void @__sp_host_group_barrier()

define void @kernel(ptr %out) sanitize_address "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %byte = getelementptr i8, ptr @bytes, i64 %id
  store i8 1, ptr %byte
  call void @__sp_host_group_barrier()
  %number = getelementptr i32, ptr @numbers, i64 %id
  store i32 1, ptr %number
  ret void
}
