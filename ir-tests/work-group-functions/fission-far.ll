; A loop whose rounds are far apart in memory, and whose items are side by side, stays outside of the loop over items.
; Where each item reads on in a place of its own, where rounds are few, and where neighbours are apart, it is inside.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32)

; CHECK-LABEL: define internal void @apart.wg(
; CHECK:         %id = phi i64
; CHECK:         %k = phi i64
define void @apart(ptr %out, i64 %n, i64 %width) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %row = mul i64 %k, %width
  %twice = shl i64 %id, 1
  %at = add i64 %row, %twice
  %to = getelementptr float, ptr %out, i64 %at
  store float 1.0, ptr %to, align 4
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @columns.wg(
; CHECK:         %k = phi i64
; CHECK:         %region1.id0 = phi i64
; CHECK:         store float
define void @columns(ptr %out, ptr %in, i64 %n, i64 %width) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %row = mul i64 %k, %width
  %at = add i64 %row, %id
  %from = getelementptr float, ptr %in, i64 %at
  %value = load float, ptr %from, align 4
  %double = fadd float %value, %value
  %to = getelementptr float, ptr %out, i64 %at
  store float %double, ptr %to, align 4
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @few.wg(
; CHECK:         %id = phi i64
; CHECK:         %k = phi i64
define void @few(ptr %out, i64 %width) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %row = mul i64 %k, %width
  %at = add i64 %row, %id
  %to = getelementptr float, ptr %out, i64 %at
  store float 1.0, ptr %to, align 4
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, 7
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @known.wg(
; CHECK:         %k = phi i64
; CHECK:         %region1.id0 = phi i64
; CHECK:         store float
define void @known(ptr %out) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %row = shl i64 %k, 8
  %at = add i64 %row, %id
  %to = getelementptr [4 x float], ptr %out, i64 0, i64 %at
  store float 1.0, ptr %to, align 4
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @rows.wg(
; CHECK:         %id = phi i64
; CHECK:         %k = phi i64
define void @rows(ptr %out, ptr %in, i64 %n, i64 %width) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  %row = mul i64 %id, %width
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %at = add i64 %row, %k
  %from = getelementptr float, ptr %in, i64 %at
  %value = load float, ptr %from, align 4
  %column = mul i64 %k, %width
  %there = add i64 %column, %id
  %to = getelementptr float, ptr %out, i64 %there
  store float %value, ptr %to, align 4
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @same_line.wg(
; CHECK:         %id = phi i64
; CHECK:         %k = phi i64
define void @same_line(ptr %out, i64 %n) "sycl-kernel" {
  %id = call i64 @__sp_host_local_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %at = add i64 %k, %id
  %to = getelementptr float, ptr %out, i64 %at
  store float 1.0, ptr %to, align 4
  %next = add nuw nsw i64 %k, 15
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
