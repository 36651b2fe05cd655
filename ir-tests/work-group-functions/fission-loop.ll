; A loop that contains a barrier is kept outside of the loops over items, with what it counts as a value of the group. A
; value of its items, what becomes of it in a round, and what it is behind the loop share one array, so that nothing is
; copied.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='default<O2>,work-group-functions,default<O2>' -verify-each %s | FileCheck %s --check-prefix=O2

; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:         [[ARRAY:%.+]] = alloca float, i64 16, align 4
; CHECK-NOT:     alloca
; CHECK:         store float 0.000000e+00, ptr {{%.+}}, align 4, !llvm.access.group
; CHECK:       loop:
; CHECK-NEXT:    %round = phi i32 [ {{.+}} ], [ {{.+}} ]
; CHECK-NOT:     phi float
; CHECK:         [[ELEMENT:%.+]] = getelementptr inbounds float, ptr [[ARRAY]], i64 %item
; CHECK-NEXT:    %sum{{[0-9]*}} = load float, ptr [[ELEMENT]]
; CHECK:         %more = fadd float
; CHECK-NEXT:    [[ELEMENT:%.+]] = getelementptr inbounds float, ptr [[ARRAY]], i64 %item
; CHECK-NEXT:    store float %more, ptr [[ELEMENT]]
; CHECK:       barrier:
; CHECK:         %next = add nuw i32 %round, 1
; CHECK-NEXT:    %exitcond = icmp ne i32 %next, {{.+}}
; CHECK:         br i1 %exitcond, label
; CHECK:         store float

; CHECK-LABEL: define internal void @skipped.wg(
; CHECK:         alloca float, i64 16, align 4
; CHECK-NOT:     alloca
; CHECK:         %more = fadd float
; CHECK:         store float %more, ptr
; CHECK-NOT:     store float %more, ptr
; CHECK:       barrier

; O2-LABEL: define internal void @kernel.wg(
; O2-NOT:   __sp_host_

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent

define void @kernel(ptr %data, i32 %n) "sycl-kernel" !reqd_work_group_size !0 {
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr float, ptr %data, i64 %id
  br label %loop
loop:
  %round = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %loaded = load float, ptr %place, align 4
  %more = fadd float %sum, %loaded
  call void @__sp_host_group_barrier()
  %next = add i32 %round, 1
  %go.on = icmp ult i32 %next, %n
  br i1 %go.on, label %loop, label %end
end:
  store float %more, ptr %place, align 4
  ret void
}

define void @skipped(ptr %data, i32 %n) "sycl-kernel" !reqd_work_group_size !0 {
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr float, ptr %data, i64 %id
  %any = icmp ne i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %round = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %loaded = load float, ptr %place, align 4
  %more = fadd float %sum, %loaded
  call void @__sp_host_group_barrier()
  %next = add i32 %round, 1
  %go.on = icmp ult i32 %next, %n
  br i1 %go.on, label %loop, label %end
end:
  %all = phi float [ 1.0, %0 ], [ %more, %loop ]
  store float %all, ptr %place, align 4
  ret void
}

!0 = !{i32 16, i32 1, i32 1}
