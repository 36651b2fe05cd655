; Before LLVM 21 the back end reads annotations. A required size takes the place of the sizes that are there, in whichever
; node; other pairs stay.

; UNSUPPORTED: llvm-at-least-22
; RUN: %opt -S -passes='kernel-size-attributes,kernel-size-attributes' -verify-each %s | FileCheck %s
; RUN: %opt -passes=kernel-size-attributes %s | %llc -mcpu=sm_80 | FileCheck %s --check-prefix=PTX

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
define ptx_kernel void @already() !max_work_group_size !0 {
  ret void
}
; PTX: .entry replaced(
; PTX-NOT: maxntid
; PTX: .reqntid 8, 4, 2
define void @replaced() !reqd_work_group_size !0 {
  ret void
}

; CHECK: !nvvm.annotations = !{![[#A:]], ![[#B:]], ![[#E:]], ![[#C:]], ![[#D:]], ![[#F:]]}
; CHECK-DAG: ![[#A]] = !{ptr @annotated, !"kernel", i32 1}
; CHECK-DAG: ![[#B]] = !{ptr @already, !"maxntidx", i32 32}
; CHECK-DAG: ![[#C]] = !{ptr @required, !"reqntidx", i32 8, !"reqntidy", i32 4, !"reqntidz", i32 2}
; CHECK-DAG: ![[#D]] = !{ptr @annotated, !"maxntidx", i32 100}
; CHECK-DAG: ![[#E]] = !{ptr @replaced, !"minctasm", i32 2, !"kernel", i32 1}
; CHECK-DAG: ![[#F]] = !{ptr @replaced, !"reqntidx", i32 8, !"reqntidy", i32 4, !"reqntidz", i32 2}
!nvvm.annotations = !{!3, !4, !5, !6}
!0 = !{i32 8, i32 4, i32 2}
!1 = !{i32 16, i32 8, i32 1}
!2 = !{i64 100}
!3 = !{ptr @annotated, !"kernel", i32 1}
!4 = !{ptr @already, !"maxntidx", i32 32}
!5 = !{ptr @replaced, !"maxntidx", i32 64, !"minctasm", i32 2, !"reqntidx", i32 1, !"kernel", i32 1}
!6 = !{ptr @replaced, !"maxntidy", i32 4}
