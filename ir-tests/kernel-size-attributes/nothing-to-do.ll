; Modules without sizes, without kernels, or for SPIR-V, which uses the metadata itself, are unchanged.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes=verify %t/plain.ll -o %t/before && %opt -S -passes=kernel-size-attributes %t/plain.ll | diff %t/before -
; RUN: %opt -S -passes=verify %t/spirv.ll -o %t/before && %opt -S -passes=kernel-size-attributes %t/spirv.ll | diff %t/before -
; RUN: %opt -S -passes=verify %t/no-kernels.ll -o %t/before && %opt -S -passes=kernel-size-attributes %t/no-kernels.ll | diff %t/before -

;--- plain.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @kernel() {
  ret void
}
;--- spirv.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @kernel() !reqd_work_group_size !0 {
  ret void
}
!0 = !{i32 64, i32 1, i32 1}
;--- no-kernels.ll
target triple = "amdgcn-amd-amdhsa"
define void @function() !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{i32 64}
