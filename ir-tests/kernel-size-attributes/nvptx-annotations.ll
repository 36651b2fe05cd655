; UNSUPPORTED: llvm-at-least-22
; RUN: %opt -S -passes='kernel-size-attributes,kernel-size-attributes' -verify-each %s | FileCheck %s
; RUN: %opt -passes=kernel-size-attributes %s | %llc -mcpu=sm_80 | FileCheck %s --check-prefix=PTX

; Before LLVM 21 the back end reads annotations.

target triple = "nvptx64-nvidia-cuda"

; PTX: .entry required(
; PTX: .reqntid 8, 4, 2
define ptx_kernel void @required() !reqd_work_group_size !0 !max_work_group_size !1 {
  ret void
}
; PTX: .entry annotated(
; PTX: .maxntid 100
define void @annotated() !max_linear_work_group_size !2 {
  ret void
}
; PTX: .entry already(
; PTX: .maxntid 32
define ptx_kernel void @already() !reqd_work_group_size !0 {
  ret void
}

; CHECK: !nvvm.annotations = !{![[#A:]], ![[#B:]], ![[#C:]], ![[#D:]]}
; CHECK-DAG: ![[#A]] = !{ptr @annotated, !"kernel", i32 1}
; CHECK-DAG: ![[#B]] = !{ptr @already, !"maxntidx", i32 32}
; CHECK-DAG: ![[#C]] = !{ptr @required, !"reqntidx", i32 8, !"reqntidy", i32 4, !"reqntidz", i32 2}
; CHECK-DAG: ![[#D]] = !{ptr @annotated, !"maxntidx", i32 100}
!nvvm.annotations = !{!3, !4}
!0 = !{i32 8, i32 4, i32 2}
!1 = !{i32 16, i32 8, i32 1}
!2 = !{i64 100}
!3 = !{ptr @annotated, !"kernel", i32 1}
!4 = !{ptr @already, !"maxntidx", i32 32}
