; Processors before gfx10 only have sub-groups of 64, gfx1250 only of 32, and none of 16. The processor of a function
; takes precedence over the target of the pipeline; an unknown processor is assumed to have both sizes. All functions
; get one size, so all processors of a module must support it.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes=kernel-size-attributes -verify-each %t/attribute.ll 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE --implicit-check-not=wavefrontsize
; RUN: sed -e 's/gfx90a/fiji/' %t/attribute.ll | %opt -S -passes=kernel-size-attributes -verify-each 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE --implicit-check-not=wavefrontsize
; RUN: %opt -S -passes='sycl-device-pipeline<target=amdgcn:gfx90a>' -verify-each %t/target.ll 2>&1 | FileCheck %s --check-prefix=TARGET --implicit-check-not=wavefrontsize
; RUN: %opt -S -passes='sycl-device-pipeline<target=amdgcn:tonga>' -verify-each %t/target.ll 2>&1 | FileCheck %s --check-prefix=TARGET --implicit-check-not=wavefrontsize
; RUN: %opt -S -passes='sycl-device-pipeline<target=amdgcn:gfx1030>' -verify-each %t/target.ll 2>&1 | FileCheck %s --check-prefix=BOTH --implicit-check-not=warning
; RUN: %opt -S -passes='sycl-device-pipeline<target=amdgcn>' -verify-each %t/target.ll 2>&1 | FileCheck %s --check-prefix=BOTH --implicit-check-not=warning
; RUN: %opt -S -passes='sycl-device-pipeline<target=amdgcn:gfx9999>' -verify-each %t/target.ll 2>&1 | FileCheck %s --check-prefix=BOTH --implicit-check-not=warning
; RUN: %opt -S -passes=kernel-size-attributes -verify-each %t/mixed.ll 2>&1 | FileCheck %s --check-prefix=MIXED --implicit-check-not=wavefrontsize

; ATTRIBUTE: warning: kernel `old` requires sub-groups of 32; the target has 64
; ATTRIBUTE: warning: kernel `sixteen` requires sub-groups of 16; the target has 32 and 64
; ATTRIBUTE: warning: kernel `new` requires sub-groups of 64; the target has 32

; TARGET: warning: kernel `kernel` requires sub-groups of 32; the target has 64
; BOTH: "target-features"="-wavefrontsize64,+wavefrontsize32"

; MIXED: warning: kernel `gfx11` requires sub-groups of 32; the target has 64

;--- attribute.ll
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @old() #0 !intel_reqd_sub_group_size !0 {
  ret void
}
define amdgpu_kernel void @sixteen() !intel_reqd_sub_group_size !1 {
  ret void
}
define amdgpu_kernel void @new() #1 !intel_reqd_sub_group_size !2 {
  ret void
}
attributes #0 = { "target-cpu"="gfx90a" }
attributes #1 = { "target-cpu"="gfx1250" }
!0 = !{i32 32}
!1 = !{i32 16}
!2 = !{i32 64}

;--- target.ll
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @kernel() !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{i32 32}

;--- mixed.ll
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @gfx11() #0 !intel_reqd_sub_group_size !0 {
  ret void
}
define void @gfx9() #1 {
  ret void
}
attributes #0 = { "target-cpu"="gfx1100" }
attributes #1 = { "target-cpu"="gfx90a" }
!0 = !{i32 32}
