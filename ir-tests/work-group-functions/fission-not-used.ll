; Code that is not optimized computes values that nothing uses. Those of a region that does nothing for items are gone, also
; where they are computed of values of other regions.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %s | FileCheck %s

; CHECK-LABEL: define internal void @behind.wg(
; CHECK-NOT:     mul i64
; CHECK:       }
; CHECK-LABEL: define internal void @chain.wg(
; CHECK-NOT:     %sum
; CHECK:       }

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__sp_host_group_barrier() convergent

; The phi has an element for each item, and its region ends before what uses it.
define void @behind(i64 %n, ptr %p) noinline optnone "sycl-kernel" {
  br i1 false, label %b, label %a
a:
  %v = load i64, ptr %p, align 8
  call void @__sp_host_group_barrier()
  br label %b
b:
  %phi = phi i64 [ %v, %a ], [ 0, %0 ]
  call void @__sp_host_group_barrier()
  %m = mul i64 %phi, 3
  ret void
}

; Each of a row of regions has a value that only the next one uses, also around a loop.
define void @chain(i64 %n, ptr %p) noinline optnone "sycl-kernel" {
entry:
  %v = load i64, ptr %p, align 8
  call void @__sp_host_group_barrier()
  br label %loop
loop:
  %phi = phi i64 [ %v, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %m = mul i64 %phi, 3
  call void @__sp_host_group_barrier()
  %next = add i64 %m, 3
  call void @__sp_host_group_barrier()
  %last = xor i64 %next, 3
  %other = sdiv i64 %last, 3
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %end
end:
  call void @__sp_host_group_barrier()
  %sum = xor i64 %other, 3
  ret void
}
