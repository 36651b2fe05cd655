; Warps have 32 threads. A kernel that requires another number causes a warning: the runtime refuses to launch it, but
; the rest of the module is unaffected.

; RUN: %opt -S -passes=kernel-size-attributes -verify-each %s 2> %t.err | FileCheck %s --implicit-check-not='attributes #'
; RUN: FileCheck %s --check-prefix=WARNING --implicit-check-not=warning: < %t.err

; WARNING: warning: kernel `sixteen` requires sub-groups of 16; the target has 32

target triple = "nvptx64-nvidia-cuda"

; CHECK: define ptx_kernel void @right() !intel_reqd_sub_group_size
define ptx_kernel void @right() !intel_reqd_sub_group_size !0 {
  ret void
}
; CHECK: define ptx_kernel void @sixteen() !intel_reqd_sub_group_size
define ptx_kernel void @sixteen() !intel_reqd_sub_group_size !1 {
  ret void
}
!0 = !{i32 32}
!1 = !{i32 16}
