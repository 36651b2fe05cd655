; A loop of computations that items leave in different rounds becomes one that all run together until the last has left: a
; round is for those that are still there, and its values have arrays. A loop that loads is left to each item, unless it
; is a specialization constant, which is loaded before.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='default<O2>,work-group-functions,default<O2>' -verify-each %s | FileCheck %s --check-prefix=O2

; CHECK-NOT:   __sp_host_
; CHECK-LABEL: define internal void @constants.wg(
; CHECK:         %limit = load float, ptr %
; CHECK:       rounds:
; CHECK:         %go.on = fcmp olt float %next, %limit

; CHECK-LABEL: define internal void @kernel.wg(
; CHECK:         [[ANY:%.+]] = alloca i1
; CHECK:       rounds:
; CHECK-NEXT:    store i1 false, ptr [[ANY]]
; CHECK:         br i1 %is.here{{[0-9]*}}, label %loop, label %{{.+}}
; CHECK:       loop:
; CHECK-NEXT:    %more = fmul float %x{{[0-9]*}}, %x{{[0-9]*}}
; CHECK:       meet:
; CHECK:         %stays = phi i1 [ false, %{{.+}} ], [ true, %{{.+}} ], [ false, %{{.+}} ]
; CHECK:         [[BEFORE:%.+]] = load i1, ptr [[ANY]]
; CHECK-NEXT:    [[NOW:%.+]] = or i1 [[BEFORE]], %stays
; CHECK-NEXT:    store i1 [[NOW]], ptr [[ANY]]

; CHECK-LABEL: define internal void @loads.wg(
; CHECK-NOT:   alloca i1
; CHECK:         br i1 %go.on, label %{{.+}}, label %region0.next

; CHECK-LABEL: define internal void @ordered.wg(
; CHECK-NOT:   rounds:
; CHECK:         load volatile float

; O2-NOT:   __sp_host_

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)

define void @kernel(ptr %data) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr float, ptr %data, i64 %id
  %start = load float, ptr %place, align 4
  br label %loop
loop:
  %x = phi float [ %start, %0 ], [ %next, %loop ]
  %more = fmul float %x, %x
  %next = fadd float %more, 1.0
  %go.on = fcmp olt float %next, 100.0
  br i1 %go.on, label %loop, label %end
end:
  store float %next, ptr %place, align 4
  ret void
}

define void @loads(ptr %data) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr float, ptr %data, i64 %id
  br label %loop
loop:
  %x = phi float [ 0.0, %0 ], [ %next, %loop ]
  %more = load float, ptr %place, align 4
  %next = fadd float %more, %x
  %go.on = fcmp olt float %next, 100.0
  br i1 %go.on, label %loop, label %end
end:
  store float %next, ptr %place, align 4
  ret void
}

define void @constants(ptr %data, ptr "sycl-argument"="constants" %constants) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr float, ptr %data, i64 %id
  %start = load float, ptr %place, align 4
  br label %loop
loop:
  %x = phi float [ %start, %0 ], [ %next, %loop ]
  %more = fmul float %x, %x
  %next = fadd float %more, 1.0
  %constant = getelementptr i8, ptr %constants, i32 8
  %limit = load float, ptr %constant, align 4
  %go.on = fcmp olt float %next, %limit
  br i1 %go.on, label %loop, label %end
end:
  store float %next, ptr %place, align 4
  ret void
}

define void @ordered(ptr %data, ptr "sycl-argument"="constants" %constants) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %place = getelementptr float, ptr %data, i64 %id
  %start = load float, ptr %place, align 4
  br label %loop
loop:
  %x = phi float [ %start, %0 ], [ %next, %loop ]
  %more = fmul float %x, %x
  %next = fadd float %more, 1.0
  %limit = load volatile float, ptr %constants, align 4
  %go.on = fcmp olt float %next, %limit
  br i1 %go.on, label %loop, label %end
end:
  store float %next, ptr %place, align 4
  ret void
}
