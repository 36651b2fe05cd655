; AMDGPU code of one module runs with one sub-group size, so kernels that require different ones must be split first.

; RUN: not %opt -S -passes=kernel-size-attributes %s 2>&1 | FileCheck %s --implicit-check-not=define

; CHECK: error: kernel `wide` requires sub-groups of 64, kernel `narrow` of 32; expected one size in a module for AMDGPU (split by kernel features first)

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @wide() !intel_reqd_sub_group_size !0 {
  ret void
}
define amdgpu_kernel void @narrow() !intel_reqd_sub_group_size !1 {
  ret void
}
!0 = !{i32 64}
!1 = !{i32 32}
