; A named sub-group size does not require a number: such kernels get no attribute and no warning, alone or in the device
; pipeline.

; RUN: split-file %s %t
; RUN: %opt -passes=kernel-size-attributes -S %t/amdgpu.ll 2>&1 | FileCheck %s --implicit-check-not={{^warning:}} --implicit-check-not=wavefrontsize
; RUN: %opt -passes=kernel-size-attributes -S %t/nvptx.ll 2>&1 | FileCheck %s --implicit-check-not={{^warning:}}
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn>' -S %t/amdgpu.ll 2>&1 | FileCheck %s --implicit-check-not={{^warning:}} --implicit-check-not=wavefrontsize
; RUN: %opt -passes='sycl-device-pipeline<target=nvptx64>' -S %t/nvptx.ll 2>&1 | FileCheck %s --implicit-check-not={{^warning:}}
; CHECK: define {{.*}}void @primary()
; CHECK: define {{.*}}void @automatic()

;--- amdgpu.ll
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @primary() !intel_reqd_sub_group_size !0 {
  ret void
}
define amdgpu_kernel void @automatic() !intel_reqd_sub_group_size !1 {
  ret void
}
!0 = !{!"primary"}
!1 = !{!"automatic"}

;--- nvptx.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @primary() !intel_reqd_sub_group_size !0 {
  ret void
}
define ptx_kernel void @automatic() !intel_reqd_sub_group_size !1 {
  ret void
}
!0 = !{!"primary"}
!1 = !{!"automatic"}
