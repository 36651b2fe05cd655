; A body is cut at its barriers, and each part has a loop over items of its own. What differs between items and lives
; across a barrier has an array with an element for each item; what is uniform is computed once, in front of the loop;
; what is cheap to compute from ids and uniform values is computed again. Accesses to arrays are independent, too.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %opt -S -passes=work-group-functions,work-group-functions %s | diff %t.ll -
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' %s | diff %t.ll -
; RUN: %opt -S -passes='default<O2>,work-group-functions,default<O2>' -verify-each %s | FileCheck %s --check-prefix=O2

; CHECK-NOT: __sp_host_
; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:       entry:
; CHECK:         [[ARRAY:%.+]] = alloca float, i64 %group.items, align 64
; CHECK-NOT:     alloca
; CHECK:         %factor = uitofp i32 %n to float
; CHECK:       region0.items:
; CHECK:         %loaded = load float, ptr %place, align 4, !llvm.access.group [[FIRST:![0-9]+]]
; CHECK:         %scaled = fmul float %loaded, %factor
; CHECK-NEXT:    [[ELEMENT:%.+]] = getelementptr inbounds float, ptr [[ARRAY]], i64 %item{{[0-9]*}}
; CHECK-NEXT:    store float %scaled, ptr [[ELEMENT]], align 4, !llvm.access.group [[FIRST]]
; CHECK:       region1.0:
; CHECK-NEXT:    [[ID:%.+]] = phi i64
; CHECK:         [[SCALED:%.+]] = load float, ptr {{%.+}}, align 4, !llvm.access.group [[SECOND:![0-9]+]]
; CHECK:         [[PLACE:%.+]] = getelementptr float, ptr %data, i64 [[ID]]
; CHECK:       region1.items:
; CHECK-NEXT:    %sum = fadd float [[SCALED]], %factor
; CHECK-NEXT:    store float %sum, ptr [[PLACE]], align 4, !llvm.access.group [[SECOND]]

; CHECK: !{ptr @kernel.wg, !"kernel", i32 1, i64 0, i64 0, i64 {{[0-9]+}}, i64 4, null,

; O2-LABEL: define internal void @kernel.wg(
; O2-NOT:   __sp_host_

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent

define void @kernel(ptr %data, i32 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %factor = uitofp i32 %n to float
  %place = getelementptr float, ptr %data, i64 %id
  %loaded = load float, ptr %place, align 4
  %scaled = fmul float %loaded, %factor
  call void @__sp_host_group_barrier()
  %sum = fadd float %scaled, %factor
  store float %sum, ptr %place, align 4
  ret void
}
