; The copy of a loop that does it item by item may be run in rounds, too. What it computes and is needed behind it gets a
; phi there.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s

; CHECK:       [[COPY:%more.copy.lcssa[0-9]*]] = phi float {{.*}}[ %more.copy, %{{.+}} ]
; CHECK:       last:
; CHECK-NEXT:    phi float [ %{{.+}}, %{{.+}} ], [ [[COPY]], %{{.+}} ]

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)

define void @kernel(ptr %out, i32 %step, i1 %is.there, float %start) "sycl-kernel" {
entry:
  %id = call i64 @__sp_host_local_id(i32 0)
  %first = trunc i64 %id to i32
  br i1 %is.there, label %loop, label %other
other:
  %flag = load i32, ptr %out
  %is.set = icmp eq i32 %flag, 0
  br i1 %is.set, label %join, label %end
loop:
  %number = phi i32 [ %next, %loop ], [ %first, %entry ]
  %more = fadd float %start, 1.0
  %next = add i32 %number, %step
  %goes.on = icmp slt i32 %number, 0
  br i1 %goes.on, label %loop, label %join
join:
  %value = phi float [ 0.0, %other ], [ %more, %loop ]
  %result = fptosi float %value to i32
  store i32 %result, ptr %out
  br label %end
end:
  ret void
}
