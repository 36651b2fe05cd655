; A name that is only known at run time is an error, because no runtime could look it up.

; RUN: rm -f %t.out
; RUN: not %opt -S -passes='spec-constants<native>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<emulation>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<default-values>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out

; CHECK: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel_variable` has the name `ptr %name`; expected a constant string

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@default = internal constant { i32 } { i32 1 }

define spir_kernel void @kernel_variable(ptr %name, ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
