; A copied annotation keeps the levels of its operands: a list of one number stays a list.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

define ptx_kernel void @kernel() {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}

; CHECK-DAG: !{ptr @kernel_with_offset, !"one", ![[#ONE:]]}
; CHECK-DAG: !{ptr @kernel_with_offset, !"two", ![[#TWO:]]}
; CHECK-DAG: !{ptr @kernel_with_offset, !"none", ![[#NONE:]]}
; CHECK-DAG: !{ptr @kernel_with_offset, !"null", ![[#NULL:]]}
; CHECK-DAG: ![[#ONE]] = !{i32 1}
; CHECK-DAG: ![[#TWO]] = !{i32 1, i32 2}
; CHECK-DAG: ![[#NONE]] = !{}
; CHECK-DAG: ![[#NULL]] = !{null}
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @kernel, !"one", !4}
!1 = distinct !{ptr @kernel, !"two", !5}
!2 = !{ptr @kernel, !"none", !6}
!3 = !{ptr @kernel, !"null", !7}
!4 = !{i32 1}
!5 = !{i32 1, i32 2}
!6 = !{}
!7 = !{null}
