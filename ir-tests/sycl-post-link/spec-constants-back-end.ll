; The SPIR-V back end makes specialization constants of the builtins, with the ids that the properties tell the runtime.

; REQUIRES: spirv-backend
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;spec-const=native;o=%t/x.table>' %s
; RUN: %llc -mtriple=spirv64-unknown-unknown -filetype=obj %t/x_0.bc -o %t/x.spv
; RUN: %spirv_val %t/x.spv
; RUN: %llc -mtriple=spirv64-unknown-unknown %t/x_0.bc -o - | FileCheck %s

; CHECK-DAG: OpDecorate %[[NUMBER:[0-9]+]] SpecId 0
; CHECK-DAG: OpDecorate %[[FIRST:[0-9]+]] SpecId 1
; CHECK-DAG: OpDecorate %[[SECOND:[0-9]+]] SpecId 2
; CHECK-DAG: OpDecorate %[[LONG:[0-9]+]] SpecId 3
; CHECK-DAG: %[[NUMBER]] = OpSpecConstant %{{[0-9]+}} 258
; CHECK-DAG: %[[FIRST]] = OpSpecConstant %{{[0-9]+}} 3
; CHECK-DAG: %[[SECOND]] = OpSpecConstant %{{[0-9]+}} 4
; CHECK-DAG: OpSpecConstantComposite %{{[0-9]+}} %[[FIRST]] %[[SECOND]]
; CHECK-DAG: %[[LONG]] = OpSpecConstant %{{[0-9]+}}

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, i8 }

@name_number = private unnamed_addr constant [7 x i8] c"number\00"
@name_pair = private unnamed_addr constant [5 x i8] c"pair\00"
@name_long = private unnamed_addr constant [5 x i8] c"long\00"
@default_number = internal constant { i32 } { i32 258 }
@default_pair = internal constant { %pair } { %pair { i32 3, i8 4 } }
@default_long = internal constant { i64 } { i64 -1 }

define spir_kernel void @kernel_a(ptr addrspace(1) %out, ptr addrspace(1) %buffer) #0 {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr null)
  store i32 %number, ptr addrspace(1) %out
  %pair = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name_pair, ptr @default_pair, ptr null)
  store %pair %pair, ptr addrspace(1) %out
  %long = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_long, ptr @default_long, ptr null)
  store i64 %long, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @kernel_b(ptr addrspace(1) %out, ptr addrspace(1) %buffer) #0 {
  %long = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_long, ptr @default_long, ptr null)
  store i64 %long, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @kernel_without() #0 {
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr)
declare %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
