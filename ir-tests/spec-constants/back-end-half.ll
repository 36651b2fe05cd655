; The SPIR-V back end makes one specialization constant from it, with id, type and default, in a valid module.
; Floating-point constants are printed as their bits, the low word first.

; REQUIRES: spirv-backend
; RUN: %opt -passes='spec-constants<native>,globaldce,verify' %s -o %t.bc
; RUN: %llc -mtriple=spirv64-unknown-unknown -filetype=obj %t.bc -o %t.spv
; RUN: %spirv_val %t.spv
; RUN: %llc -mtriple=spirv64-unknown-unknown %t.bc -o - | FileCheck %s --implicit-check-not=__spirv_SpecConstant --implicit-check-not=__sycl_get

; CHECK-DAG: OpDecorate %[[VALUE:[0-9]+]] SpecId 0
; CHECK-DAG: %[[TYPE:[0-9]+]] = OpTypeFloat 16
; CHECK-DAG: %[[VALUE]] = OpSpecConstant %[[TYPE]] 15872
; CHECK: OpStore %{{[0-9]+}} %[[VALUE]]

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [6 x i8] c"value\00"
@default = internal constant { half } { half 0xH3E00 }

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %value = call half @_Z37__sycl_getScalar2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr @name, ptr @default, ptr null)
  store half %value, ptr addrspace(1) %out
  ret void
}

declare half @_Z37__sycl_getScalar2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr, ptr, ptr)
