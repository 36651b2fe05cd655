; SPIR-V supports local pointers, offsets, sizes and specialization constants itself, so only the constants are lowered.

; RUN: %opt -S -passes='sycl-device-pipeline<target=spirv64>' -verify-each %s | FileCheck %s
; RUN: sed -e 's/spirv64-unknown/spir64-unknown/' %s | %opt -S -passes='sycl-device-pipeline<target=spirv64>' -verify-each | FileCheck %s
; RUN: sed -e 's/spirv64-unknown/spir64-unknown/' %s | %opt -S -passes=sycl-device-pipeline -verify-each | FileCheck %s

target triple = "spirv64-unknown-unknown"

@name = private unnamed_addr addrspace(1) constant [6 x i8] c"scale\00"
@default = internal addrspace(1) constant { i32 } { i32 7 }

; CHECK: declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(1), ptr addrspace(1), ptr)

; CHECK: define spir_kernel void @kernel(ptr addrspace(3) %scratch) !reqd_work_group_size
; CHECK-NEXT: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 7)
; CHECK-NEXT: call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
define spir_kernel void @kernel(ptr addrspace(3) %scratch) !reqd_work_group_size !0 {
  %scale = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(1) @name, ptr addrspace(1) @default, ptr null)
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  ret void
}
!0 = !{i32 16, i32 1, i32 1}
