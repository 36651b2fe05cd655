; The SPIR-V back end makes a specialization constant of each leaf and composites of them.
; Constants of floating-point types are printed as their bits, the low word first.

; REQUIRES: spirv-backend
; RUN: %opt -passes='spec-constants<native>,globaldce,verify' %s -o %t.bc
; RUN: %llc -mtriple=spirv64-unknown-unknown -filetype=obj %t.bc -o %t.spv
; RUN: %spirv_val %t.spv
; RUN: %llc -mtriple=spirv64-unknown-unknown %t.bc -o - | FileCheck %s --implicit-check-not=__spirv_SpecConstant --implicit-check-not=__sycl_get

; CHECK-DAG: OpDecorate %[[E0:[0-9]+]] SpecId 0
; CHECK-DAG: OpDecorate %[[E1:[0-9]+]] SpecId 1
; CHECK-DAG: OpDecorate %[[E2:[0-9]+]] SpecId 2
; CHECK-DAG: OpDecorate %[[E3:[0-9]+]] SpecId 3
; CHECK-DAG: %[[E0]] = OpSpecConstant %{{[0-9]+}} 1056964608
; CHECK-DAG: %[[E1]] = OpSpecConstant %{{[0-9]+}} 1069547520
; CHECK-DAG: %[[E2]] = OpSpecConstant %{{[0-9]+}} 1075838976
; CHECK-DAG: %[[E3]] = OpSpecConstant %{{[0-9]+}} 1080033280
; CHECK-DAG: %[[TYPE:[0-9]+]] = OpTypeVector %{{[0-9]+}} 4
; CHECK-DAG: %[[WHOLE:[0-9]+]] = OpSpecConstantComposite %[[TYPE]] %[[E0]] %[[E1]] %[[E2]] %[[E3]]
; CHECK: OpStore %{{[0-9]+}} %[[WHOLE]]

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [6 x i8] c"value\00"
@default = internal constant { <4 x float> } { <4 x float> <float 5.000000e-01, float 1.500000e+00, float 2.500000e+00, float 3.500000e+00> }

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %value = call <4 x float> @_Z40__sycl_getComposite2020SpecConstantValueIDv4_fET_PKcPKvS5_(ptr @name, ptr @default, ptr null)
  store <4 x float> %value, ptr addrspace(1) %out
  ret void
}

declare <4 x float> @_Z40__sycl_getComposite2020SpecConstantValueIDv4_fET_PKcPKvS5_(ptr, ptr, ptr)
