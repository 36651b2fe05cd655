; NVPTX takes the minimum number of work-groups per multiprocessor and the maximum number of work-groups in a cluster.
; The first requires a work-group size, the second requires both and sm_90 or later; otherwise there is a warning.

; REQUIRES: llvm-at-least-22
; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes='kernel-size-attributes,kernel-size-attributes' -verify-each %t/module.ll 2>%t/warnings | FileCheck %t/module.ll
; RUN: FileCheck %t/module.ll --check-prefix=WARN --implicit-check-not=target < %t/warnings
; RUN: %opt -passes='sycl-device-pipeline<target=nvptx64:sm_90a>' %t/module.ll 2>/dev/null | %llc -mcpu=sm_90 | FileCheck %t/module.ll --check-prefix=PTX
; RUN: %opt -S -passes='sycl-device-pipeline<target=nvptx64:sm_80>' -verify-each %t/module.ll 2>&1 | FileCheck %t/module.ll --check-prefix=OLD --implicit-check-not='maxclusterrank"="4'
; RUN: sed -e 's/ptx_kernel/amdgpu_kernel/; s/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/' %t/module.ll | %opt -S -passes=kernel-size-attributes -verify-each 2>&1 | FileCheck %t/module.ll --check-prefix=AMDGPU --implicit-check-not=warning --implicit-check-not='"2"'

;--- module.ll
target triple = "nvptx64-nvidia-cuda"

; CHECK: @both() #[[#BOTH:]]
; PTX: .entry both(
; PTX-DAG: .maxclusterrank 4
; PTX-DAG: .maxntid 16, 4, 2
; PTX-DAG: .minnctapersm 2
; OLD: warning: kernel `both` has a maximum of work-groups in a cluster; the target `sm_80` has no clusters
; OLD: "nvvm.maxntid"="16,4,2" "nvvm.minctasm"="2"
; AMDGPU: "amdgpu-flat-work-group-size"="1,128"
define ptx_kernel void @both() !min_work_groups_per_cu !0 !max_work_groups_per_mp !1 !max_work_group_size !2 {
  ret void
}
; CHECK: @required() #[[#REQUIRED:]]
; PTX: .entry required(
; PTX-DAG: .reqntid 16, 4, 2
; PTX-DAG: .minnctapersm 2
define ptx_kernel void @required() !min_work_groups_per_cu !0 !reqd_work_group_size !2 {
  ret void
}
; CHECK: @already() #[[#ALREADY:]]
define ptx_kernel void @already() #0 !min_work_groups_per_cu !0 {
  ret void
}
; CHECK: @keeps() #[[#KEEPS:]]
define ptx_kernel void @keeps() #1 !min_work_groups_per_cu !0 !max_work_groups_per_mp !0 !max_work_group_size !2 {
  ret void
}
; CHECK: @no_size() !min_work_groups_per_cu
; WARN: warning: kernel `no_size` has a minimum of work-groups on a compute unit; expected a maximum work-group size beside it
define ptx_kernel void @no_size() !min_work_groups_per_cu !0 {
  ret void
}
; CHECK: @no_minimum() #[[#SIZE:]]
; WARN: warning: kernel `no_minimum` has a maximum of work-groups in a cluster; expected a maximum work-group size and a minimum of work-groups on a compute unit beside it
define ptx_kernel void @no_minimum() !max_work_groups_per_mp !0 !max_work_group_size !2 {
  ret void
}
; CHECK: @function() !min_work_groups_per_cu
define void @function() !min_work_groups_per_cu !0 {
  ret void
}

; CHECK-DAG: attributes #[[#BOTH]] = { "nvvm.maxclusterrank"="4" "nvvm.maxntid"="16,4,2" "nvvm.minctasm"="2" }
; CHECK-DAG: attributes #[[#REQUIRED]] = { "nvvm.minctasm"="2" "nvvm.reqntid"="16,4,2" }
; CHECK-DAG: attributes #[[#ALREADY]] = { "nvvm.maxntid"="64" "nvvm.minctasm"="2" }
; CHECK-DAG: attributes #[[#KEEPS]] = { "nvvm.maxclusterrank"="8" "nvvm.maxntid"="16,4,2" "nvvm.minctasm"="1" }
; CHECK-DAG: attributes #[[#SIZE]] = { "nvvm.maxntid"="16,4,2" }
attributes #0 = { "nvvm.maxntid"="64" }
attributes #1 = { "nvvm.minctasm"="1" "nvvm.maxclusterrank"="8" }
!0 = !{i32 2}
!1 = !{i64 4}
!2 = !{i32 16, i32 4, i32 2}
