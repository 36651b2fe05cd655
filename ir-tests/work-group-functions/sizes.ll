; A kernel with a required size has constant bounds, and dimensions of size 1 have no loop. Sub-groups have the size that the
; kernel requires, else the parameter, else 16 if the kernel asks anything about them, else 1.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='work-group-functions<sub-group-size=4>' -verify-each %s | FileCheck %s --check-prefix=FOUR
; RUN: %opt -passes='work-group-functions,default<O2>' -verify-each %s -o /dev/null

; CHECK-LABEL: define internal void @asks.wg(
; CHECK:         store i32 16, ptr %out
; CHECK-LABEL: define internal void @requires.wg(
; CHECK-NOT:     load i64
; CHECK-NOT:     {{^}}region0.2:
; CHECK:       {{^}}region0.1:
; CHECK:       {{^}}region0.0:
; CHECK:         icmp eq i64 {{.+}}, 8
; CHECK:         icmp eq i64 {{.+}}, 4
; CHECK:         store i32 8, ptr %out

; CHECK: !{ptr @asks.wg, !"asks", i32 16, {{.*}}, null,
; CHECK: !{ptr @requires.wg, !"requires", i32 8, {{.*}}, [[SIZE:![0-9]+]],
; CHECK: [[SIZE]] = !{i64 8, i64 4, i64 1}
; CHECK: !{ptr @silent.wg, !"silent", i32 1, {{.*}}, null,

; FOUR: !{ptr @asks.wg, !"asks", i32 4,
; FOUR: !{ptr @requires.wg, !"requires", i32 8,
; FOUR: !{ptr @silent.wg, !"silent", i32 4,

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @__sp_host_sub_group_size()
declare i64 @__sp_host_group_size(i32)

define void @asks(ptr %out) "sycl-kernel" {
  %size = call i32 @__sp_host_sub_group_size()
  store i32 %size, ptr %out
  ret void
}

define void @requires(ptr %out) "sycl-kernel" !intel_reqd_sub_group_size !0 !reqd_work_group_size !1 {
  %size = call i32 @__sp_host_sub_group_size()
  store i32 %size, ptr %out
  %group = call i64 @__sp_host_group_size(i32 0)
  store i64 %group, ptr %out
  ret void
}

define void @silent(ptr %out) "sycl-kernel" {
  ret void
}

!0 = !{i32 8}
!1 = !{i32 8, i32 4, i32 1}
