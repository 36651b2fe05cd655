; For the back end, a bool is an 8-bit constant, since the runtime writes one byte; it is converted to an i1.

; REQUIRES: spirv-backend
; RUN: %opt -passes='spec-constants<native>,globaldce,verify' %s -o %t.bc
; RUN: %llc -mtriple=spirv64-unknown-unknown -filetype=obj %t.bc -o %t.spv
; RUN: %spirv_val %t.spv
; RUN: %llc -mtriple=spirv64-unknown-unknown %t.bc -o - | FileCheck %s --implicit-check-not=__spirv_SpecConstant --implicit-check-not=__sycl_get

; CHECK-DAG: OpDecorate %[[VALUE:[0-9]+]] SpecId 0
; CHECK-DAG: %[[TYPE:[0-9]+]] = OpTypeInt 8 0
; CHECK-DAG: %[[VALUE]] = OpSpecConstant %[[TYPE]] 1

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [6 x i8] c"value\00"
@default = internal constant { i8 } { i8 1 }

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %value = call zeroext i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr @name, ptr @default, ptr null)
  %number = select i1 %value, i32 10, i32 20
  store i32 %number, ptr addrspace(1) %out
  ret void
}

declare zeroext i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr, ptr, ptr)
