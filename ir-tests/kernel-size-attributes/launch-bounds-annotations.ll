; Before LLVM 21, the numbers of work-groups are annotations. Existing annotations are kept.

; UNSUPPORTED: llvm-at-least-22
; RUN: %opt -S -passes='kernel-size-attributes,kernel-size-attributes' -verify-each %s | FileCheck %s
; RUN: %opt -passes=kernel-size-attributes %s | %llc -mcpu=sm_80 | FileCheck %s --check-prefix=PTX

target triple = "nvptx64-nvidia-cuda"

; PTX: .entry both(
; PTX-DAG: .maxntid 16, 4, 2
; PTX-DAG: .minnctapersm 2
define ptx_kernel void @both() !min_work_groups_per_cu !0 !max_work_groups_per_mp !1 !max_work_group_size !2 {
  ret void
}
; PTX: .entry already(
; PTX: .minnctapersm 3
define void @already() !min_work_groups_per_cu !0 {
  ret void
}

; CHECK: !nvvm.annotations = !{![[#A:]], ![[#SIZE:]], ![[#LEAST:]], ![[#MOST:]]}
; CHECK-DAG: ![[#A]] = !{ptr @already, !"kernel", i32 1, !"maxntidx", i32 64, !"minctasm", i32 3}
; CHECK-DAG: ![[#SIZE]] = !{ptr @both, !"maxntidx", i32 16, !"maxntidy", i32 4, !"maxntidz", i32 2}
; CHECK-DAG: ![[#LEAST]] = !{ptr @both, !"minctasm", i32 2}
; CHECK-DAG: ![[#MOST]] = !{ptr @both, !"maxclusterrank", i32 4}
!nvvm.annotations = !{!3}
!0 = !{i32 2}
!1 = !{i32 4}
!2 = !{i32 16, i32 4, i32 2}
!3 = !{ptr @already, !"kernel", i32 1, !"maxntidx", i32 64, !"minctasm", i32 3}
