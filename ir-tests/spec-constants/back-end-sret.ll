; A composite that is returned through memory, with a bool and padding in it.

; REQUIRES: spirv-backend
; RUN: %opt -passes='spec-constants<native>,globaldce,verify' %s -o %t.bc
; RUN: %llc -mtriple=spirv64-unknown-unknown -filetype=obj %t.bc -o %t.spv
; RUN: %spirv_val %t.spv
; RUN: %llc -mtriple=spirv64-unknown-unknown %t.bc -o - | FileCheck %s --implicit-check-not=__spirv_SpecConstant --implicit-check-not=__sycl_get

; CHECK-DAG: OpDecorate %[[E0:[0-9]+]] SpecId 0
; CHECK-DAG: OpDecorate %[[E1:[0-9]+]] SpecId 1
; CHECK-DAG: OpDecorate %[[E2:[0-9]+]] SpecId 2
; CHECK-DAG: %[[E0]] = OpSpecConstant %{{[0-9]+}} 1
; CHECK-DAG: %[[E1]] = OpSpecConstant %{{[0-9]+}} 258
; CHECK-DAG: %[[E2]] = OpSpecConstant %{{[0-9]+}} 15872
; CHECK-DAG: %[[WHOLE:[0-9]+]] = OpSpecConstantComposite %{{[0-9]+}} %[[E0]] %[[E1]] %[[E2]]
; CHECK: OpStore %{{[0-9]+}} %[[WHOLE]]

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%record = type { i8, i32, half }

@name = private unnamed_addr constant [6 x i8] c"value\00"
@default = internal constant { %record } { %record { i8 1, i32 258, half 0xH3E00 } }

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %place = alloca %record
  call void @_Z40__sycl_getComposite2020SpecConstantValueI6recordET_PKcPKvS5_(ptr sret(%record) %place, ptr @name, ptr @default, ptr null)
  %value = load %record, ptr %place
  store %record %value, ptr addrspace(1) %out
  ret void
}

declare void @_Z40__sycl_getComposite2020SpecConstantValueI6recordET_PKcPKvS5_(ptr sret(%record), ptr, ptr, ptr)
