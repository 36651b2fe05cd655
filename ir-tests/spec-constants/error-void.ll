; A call must have a result or `sret`.

; RUN: rm -f %t.out
; RUN: not %opt -S -passes='spec-constants<native>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<emulation>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<default-values>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out

; CHECK: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel_void` has a value of type void; expected integers, half, bfloat, float or double, or structs, arrays and vectors of them

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { i32 } { i32 1 }

define spir_kernel void @kernel_void(ptr %buffer) {
  call void @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  ret void
}

declare void @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
