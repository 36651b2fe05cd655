; Zero, empty metadata and no metadata mean that there is no such size.

; RUN: %opt -S -passes=kernel-size-attributes -verify-each %s 2>&1 | FileCheck %s --implicit-check-not=warning --implicit-check-not=ntid --implicit-check-not='1,'
; RUN: sed -e 's/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/; s/ptx_kernel/amdgpu_kernel/' %s | %opt -S -passes=kernel-size-attributes -verify-each 2>&1 | FileCheck %s --implicit-check-not=warning --implicit-check-not=flat-work-group --implicit-check-not=wavefront

target triple = "nvptx64-nvidia-cuda"

; CHECK: @zeros()
define ptx_kernel void @zeros() !reqd_work_group_size !0 !max_work_group_size !0 !max_linear_work_group_size !1 {
  ret void
}
; CHECK: @first_zero()
define ptx_kernel void @first_zero() !reqd_work_group_size !3 !intel_reqd_sub_group_size !1 !min_work_groups_per_cu !1 !max_work_groups_per_mp !1 {
  ret void
}
; CHECK: @empty()
define ptx_kernel void @empty() !reqd_work_group_size !2 !max_work_group_size !2 !max_linear_work_group_size !2 !intel_reqd_sub_group_size !2 !min_work_groups_per_cu !2 {
  ret void
}
; CHECK: @attributes()
define ptx_kernel void @attributes() #0 {
  ret void
}
attributes #0 = { "sycl-work-group-size"="0,0" "sycl-max-linear-work-group-size"="0" "sycl-sub-group-size"="primary" }
!0 = !{i32 0, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{}
!3 = !{i32 0, i64 7, i32 7}
