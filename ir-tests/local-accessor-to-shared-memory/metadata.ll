; A kernel keeps all its metadata, and named metadata goes on naming it.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: define ptx_kernel void @kernel(i32 %p.offset) !kernel_arg_addr_space ![[#SPACE:]] !sycl_used_aspects ![[#ASPECTS:]] !reqd_work_group_size ![[#SIZE:]]
define ptx_kernel void @kernel(ptr addrspace(3) %p) !kernel_arg_addr_space !1 !sycl_used_aspects !2 !reqd_work_group_size !3 {
  ; CHECK: store i32 0, ptr addrspace(3) %p, align 4, !alias.scope ![[#SCOPES:]]
  store i32 0, ptr addrspace(3) %p, align 4, !alias.scope !4
  ret void
}

; CHECK: !list = !{![[#NODE:]]}
; CHECK: ![[#NODE]] = !{!"kernel", ptr @kernel}
; CHECK: ![[#SPACE]] = !{i32 3}
; CHECK: ![[#ASPECTS]] = !{i32 6}
; CHECK: ![[#SIZE]] = !{i32 8, i32 4, i32 1}
!list = !{!0}
!0 = !{!"kernel", ptr @kernel}
!1 = !{i32 3}
!2 = !{i32 6}
!3 = !{i32 8, i32 4, i32 1}
!4 = !{!5}
!5 = distinct !{!5, !6}
!6 = distinct !{!6}
