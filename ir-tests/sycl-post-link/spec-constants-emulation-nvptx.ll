; For targets without specialization constants, whose kernels have other calling conventions, the constant is loaded
; from the buffer that is passed.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=emulation;properties;symbols;emit-kernel-names;S;o=%t/x.table>' %s
; RUN: FileCheck %s --input-file=%t/x_0.ll
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=PROPERTIES
; RUN: opt -disable-output -passes=verify %t/x_0.ll

; CHECK: define ptx_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) %buffer)
; CHECK-NEXT: %[[PLACE:.*]] = getelementptr i8, ptr addrspace(1) %buffer, i32 0
; CHECK-NEXT: %[[FIRST:.*]] = load i32, ptr addrspace(1) %[[PLACE]]
; CHECK: %[[NEXT:.*]] = getelementptr i8, ptr addrspace(1) %buffer, i32 8
; CHECK-NEXT: load i64, ptr addrspace(1) %[[NEXT]]
; PROPERTIES: number = {0, 0, 4} {4294967295, 4, 4}
; PROPERTIES: long = {1, 0, 8}
; PROPERTIES: [SYCL/kernel names]
; PROPERTIES-NEXT: kernel = 1

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@name_number = private unnamed_addr addrspace(1) constant [7 x i8] c"number\00"
@name_long = private unnamed_addr addrspace(1) constant [5 x i8] c"long\00"
@default_number = internal addrspace(1) constant { i32 } { i32 258 }
@default_long = internal addrspace(1) constant { i64 } { i64 -1 }

define ptx_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) %buffer) #0 {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspacecast (ptr addrspace(1) @name_number to ptr), ptr addrspacecast (ptr addrspace(1) @default_number to ptr), ptr addrspace(1) %buffer)
  store i32 %number, ptr addrspace(1) %out
  %long = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspacecast (ptr addrspace(1) @name_long to ptr), ptr addrspacecast (ptr addrspace(1) @default_long to ptr), ptr addrspace(1) %buffer)
  store i64 %long, ptr addrspace(1) %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))

attributes #0 = { "sycl-module-id"="a.cpp" }
