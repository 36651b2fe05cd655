; The SPIR-V back end makes a specialization constant of each leaf and composites of them.

; REQUIRES: spirv-backend
; RUN: %opt -passes='spec-constants<native>,globaldce,verify' %s -o %t.bc
; RUN: %llc -mtriple=spirv64-unknown-unknown -filetype=obj %t.bc -o %t.spv
; RUN: %spirv_val %t.spv
; RUN: %llc -mtriple=spirv64-unknown-unknown %t.bc -o - | FileCheck %s --implicit-check-not=__spirv_SpecConstant --implicit-check-not=__sycl_get

; CHECK-DAG: OpDecorate %[[E0:[0-9]+]] SpecId 0
; CHECK-DAG: OpDecorate %[[E1:[0-9]+]] SpecId 1
; CHECK-DAG: OpDecorate %[[E2:[0-9]+]] SpecId 2
; CHECK-DAG: %[[E0]] = OpSpecConstant %{{[0-9]+}} 5
; CHECK-DAG: %[[E1]] = OpSpecConstant %{{[0-9]+}} 6
; CHECK-DAG: %[[E2]] = OpSpecConstant %{{[0-9]+}} 7
; CHECK-DAG: %[[WHOLE:[0-9]+]] = OpSpecConstantComposite %{{[0-9]+}} %[[E0]] %[[E1]] %[[E2]]
; CHECK: OpStore %{{[0-9]+}} %[[WHOLE]]

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [6 x i8] c"value\00"
@default = internal constant { [3 x i32] } { [3 x i32] [i32 5, i32 6, i32 7] }

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %value = call [3 x i32] @_Z40__sycl_getComposite2020SpecConstantValueIA3_iET_PKcPKvS5_(ptr @name, ptr @default, ptr null)
  store [3 x i32] %value, ptr addrspace(1) %out
  ret void
}

declare [3 x i32] @_Z40__sycl_getComposite2020SpecConstantValueIA3_iET_PKcPKvS5_(ptr, ptr, ptr)
