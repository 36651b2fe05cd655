; A required work-group size is one to three positive integers.

; RUN: not %opt -S -passes=kernel-size-attributes %s 2>&1 | FileCheck %s --check-prefix=ZERO --implicit-check-not=define
; RUN: sed -e 's/i32 8, i32 0/i32 8, i32 1, i32 1, i32 1/' %s | not %opt -S -passes=kernel-size-attributes 2>&1 | FileCheck %s --check-prefix=FOUR --implicit-check-not=define
; RUN: sed -e 's/i32 8, i32 0/!"8"/' %s | not %opt -S -passes=kernel-size-attributes 2>&1 | FileCheck %s --check-prefix=TEXT --implicit-check-not=define

; ZERO: error: `!reqd_work_group_size` of kernel `kernel` is 8, 0; expected one to three numbers from 1
; FOUR: error: `!reqd_work_group_size` of kernel `kernel` is 8, 1, 1, 1; expected one to three numbers from 1
; TEXT: error: operand 0 of `!reqd_work_group_size` of `kernel` is the string "8"; expected a non-negative integer

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel() !reqd_work_group_size !0 {
  ret void
}
!0 = !{i32 8, i32 0}
