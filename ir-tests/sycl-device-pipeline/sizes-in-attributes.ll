; For SPIR-V, sizes that are attributes become the metadata that the back end reads; decorations of device globals, which it
; would write by numbers that SPIR-V does not have any more, do not.

; REQUIRES: spirv-backend
; RUN: %opt -passes=sycl-device-pipeline -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %llc -O0 -filetype=obj %t.ll -o %t.spv
; RUN: %spirv_val %t.spv
; RUN: spirv-dis %t.spv | FileCheck %s --check-prefix=SPIRV

; CHECK: @global = addrspace(1) global i32 0 #
; CHECK: define spir_kernel void @kernel() #{{[0-9]+}} !reqd_work_group_size
; SPIRV: OpExecutionMode %kernel LocalSize 5 4 1
; SPIRV: OpExecutionMode %kernel SubgroupSize 16
target triple = "spirv64-unknown-unknown"
@global = addrspace(1) global i32 0 #1
define spir_kernel void @kernel() #0 {
  ret void
}
attributes #0 = { "sycl-work-group-size"="4,5" "sycl-sub-group-size"="16" }
attributes #1 = { "sycl-unique-id"="uid" "sycl-device-global-size"="4" }
