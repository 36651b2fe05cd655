; A leaf without a default is part of the composite, but is not a constant that could be set; its id is skipped.

; REQUIRES: spirv-backend
; RUN: %opt -passes='spec-constants<native>,globaldce,verify' %s -o %t.bc
; RUN: %llc -mtriple=spirv64-unknown-unknown -filetype=obj %t.bc -o %t.spv
; RUN: %spirv_val %t.spv
; RUN: %llc -mtriple=spirv64-unknown-unknown %t.bc -o - | FileCheck %s --implicit-check-not=__spirv_SpecConstant --implicit-check-not=__sycl_get

; CHECK-NOT: SpecId 0
; CHECK: OpDecorate %[[E1:[0-9]+]] SpecId 1
; CHECK: %[[E1]] = OpSpecConstant %{{[0-9]+}} 7

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, i32 }

@name = private unnamed_addr constant [6 x i8] c"value\00"
@default = internal constant { %pair } { %pair { i32 undef, i32 7 } }

define spir_kernel void @kernel(ptr addrspace(1) %out) {
  %value = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name, ptr @default, ptr null)
  store %pair %value, ptr addrspace(1) %out
  ret void
}

declare %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr)
