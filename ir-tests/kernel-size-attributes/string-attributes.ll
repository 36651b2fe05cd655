; Attributes for compile-time properties count like the metadata that they normally become. Their sizes start with the
; slowest dimension. Metadata takes precedence.

; REQUIRES: llvm-at-least-22
; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes=kernel-size-attributes -verify-each %t/nvptx.ll | FileCheck %t/nvptx.ll
; RUN: sed -e 's/ptx_kernel/amdgpu_kernel/; s/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/' %t/nvptx.ll | %opt -S -passes=kernel-size-attributes -verify-each | FileCheck %t/nvptx.ll --check-prefix=AMDGPU
; RUN: not %opt -S -passes=kernel-size-attributes %t/words.ll 2>&1 | FileCheck %t/words.ll --implicit-check-not=define
; RUN: not %opt -S -passes=kernel-size-attributes %t/four.ll 2>&1 | FileCheck %t/four.ll --implicit-check-not=define
; RUN: not %opt -S -passes=kernel-size-attributes %t/negative.ll 2>&1 | FileCheck %t/negative.ll --implicit-check-not=define

;--- nvptx.ll
target triple = "nvptx64-nvidia-cuda"

; CHECK: @required() #[[#REQUIRED:]]
; AMDGPU: @required() #[[#REQUIRED:]]
define ptx_kernel void @required() "sycl-work-group-size"="2,4,8" {
  ret void
}
; CHECK: @maximum() #[[#MAXIMUM:]]
define ptx_kernel void @maximum() "sycl-max-work-group-size"="4, 16" "sycl-min-work-groups-per-cu"="2" "sycl-max-work-groups-per-mp"="8" {
  ret void
}
; CHECK: @linear() #[[#LINEAR:]]
define ptx_kernel void @linear() "sycl-max-linear-work-group-size"="4294967296" "sycl-sub-group-size"="32" {
  ret void
}
; CHECK: @metadata() #[[#METADATA:]] !reqd_work_group_size
define ptx_kernel void @metadata() "sycl-work-group-size"="99" !reqd_work_group_size !0 {
  ret void
}
; CHECK-DAG: attributes #[[#REQUIRED]] = { "nvvm.reqntid"="8,4,2"
; CHECK-DAG: attributes #[[#MAXIMUM]] = { "nvvm.maxclusterrank"="8" "nvvm.maxntid"="16,4,1" "nvvm.minctasm"="2"
; CHECK-DAG: attributes #[[#LINEAR]] = { "nvvm.maxntid"="1024"
; CHECK-DAG: attributes #[[#METADATA]] = { "nvvm.reqntid"="7,1,1"
; AMDGPU-DAG: attributes #[[#REQUIRED]] = { "amdgpu-flat-work-group-size"="64,64" "sycl-work-group-size"="2,4,8" "target-features"="-wavefrontsize64,+wavefrontsize32" }
!0 = !{i32 7}

;--- words.ll
; CHECK: error: attribute "sycl-max-work-group-size" of kernel `kernel` has "many"; expected a non-negative integer
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel() "sycl-max-work-group-size"="8,many" {
  ret void
}
;--- four.ll
; CHECK: error: `"sycl-work-group-size"` of kernel `kernel` is 4, 3, 2, 1; expected one to three numbers from 1
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel() "sycl-work-group-size"="1,2,3,4" {
  ret void
}
;--- negative.ll
; CHECK: error: attribute "sycl-min-work-groups-per-cu" of kernel `kernel` has "-1"; expected a non-negative integer
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel() "sycl-min-work-groups-per-cu"="-1" {
  ret void
}
