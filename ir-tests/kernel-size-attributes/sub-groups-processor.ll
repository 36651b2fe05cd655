; RUN: %opt -S -passes=kernel-size-attributes -verify-each %s 2>&1 | FileCheck %s

; Processors before gfx10 have waves of 64 only, none has waves of 16.

; CHECK: warning: kernel `old` requires sub-groups of 32; the target has 64
; CHECK: warning: kernel `sixteen` requires sub-groups of 16; the target has 32 and 64
; CHECK-NOT: wavefrontsize

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @old() #0 !intel_reqd_sub_group_size !0 {
  ret void
}
define amdgpu_kernel void @sixteen() !intel_reqd_sub_group_size !1 {
  ret void
}
attributes #0 = { "target-cpu"="gfx90a" }
!0 = !{i32 32}
!1 = !{i32 16}
