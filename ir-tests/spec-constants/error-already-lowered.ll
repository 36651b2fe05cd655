; If lowered code is linked with code that is not lowered, their ids would clash.

; RUN: rm -f %t.out
; RUN: not %opt -S -passes='spec-constants<native>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<emulation>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<default-values>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out

; CHECK: error: the module has `!sycl.specialization-constants` and calls that ask for constants; expected one or the other (link before lowering)

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { i32 } { i32 1 }

define spir_kernel void @kernel_lowered(ptr %out) {
  %size = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 7)
  store i32 %size, ptr %out
  ret void
}

define spir_kernel void @kernel_new(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}

declare i32 @_Z20__spirv_SpecConstantii(i32, i32)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

!sycl.specialization-constants = !{!0}
!sycl.specialization-constants-default-values = !{!1}
!0 = !{!"old", i32 0, i32 0, i32 4}
!1 = !{i32 7}
