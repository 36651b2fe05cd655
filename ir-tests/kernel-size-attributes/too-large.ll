; No device supports work-groups of more than 1024 items. The runtime refuses such launches, so the back end does not
; need the size.

; RUN: %opt -S -passes=kernel-size-attributes -verify-each %s 2>&1 | FileCheck %s --implicit-check-not=reqntid

; CHECK: warning: kernel `kernel` requires work-groups of 2048 items; the target has at most 1024

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel() !reqd_work_group_size !0 {
  ret void
}
!0 = !{i32 64, i32 32}
