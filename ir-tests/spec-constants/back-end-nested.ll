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
; CHECK-DAG: OpDecorate %[[E4:[0-9]+]] SpecId 4
; CHECK-DAG: OpDecorate %[[E5:[0-9]+]] SpecId 5
; CHECK-DAG: %[[E0]] = OpSpecConstant %{{[0-9]+}} 1
; CHECK-DAG: %[[E1]] = OpSpecConstant %{{[0-9]+}} 2
; CHECK-DAG: %[[E2]] = OpSpecConstant %{{[0-9]+}} 3
; CHECK-DAG: %[[E3]] = OpSpecConstant %{{[0-9]+}} 4
; CHECK-DAG: %[[E4]] = OpSpecConstant %{{[0-9]+}} 5
; CHECK-DAG: %[[E5]] = OpSpecConstant %{{[0-9]+}} 0 1075445760
; CHECK-DAG: %[[ARRAY:[0-9]+]] = OpSpecConstantComposite %{{[0-9]+}} %[[E1]] %[[E2]]{{$}}
; CHECK-DAG: %[[INNER:[0-9]+]] = OpSpecConstantComposite %{{[0-9]+}} %[[E0]] %[[ARRAY]]
; CHECK-DAG: %[[VECTOR:[0-9]+]] = OpSpecConstantComposite %{{[0-9]+}} %[[E3]] %[[E4]]{{$}}
; CHECK-DAG: %[[WHOLE:[0-9]+]] = OpSpecConstantComposite %{{[0-9]+}} %[[INNER]] %[[VECTOR]] %[[E5]]
; CHECK: OpStore %{{[0-9]+}} %[[WHOLE]]

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%inner = type { i8, [2 x i16] }
%outer = type { %inner, <2 x i32>, double }

@name = private unnamed_addr constant [6 x i8] c"value\00"
@default = internal constant { %outer } { %outer { %inner { i8 1, [2 x i16] [i16 2, i16 3] }, <2 x i32> <i32 4, i32 5>, double 6.500000e+00 } }

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %value = call %outer @_Z40__sycl_getComposite2020SpecConstantValueI5outerET_PKcPKvS5_(ptr @name, ptr @default, ptr null)
  store %outer %value, ptr addrspace(1) %out
  ret void
}

declare %outer @_Z40__sycl_getComposite2020SpecConstantValueI5outerET_PKcPKvS5_(ptr, ptr, ptr)
