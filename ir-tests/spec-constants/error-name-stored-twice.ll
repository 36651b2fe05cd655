; A stack slot with two stores does not hold a single name.

; RUN: rm -f %t.out
; RUN: not %opt -S -passes=spec-constants %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out

; CHECK: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel_either` has the name `%name = load ptr, ptr %slot{{.*}}`; expected a constant string

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_a = private unnamed_addr constant [2 x i8] c"a\00"
@name_b = private unnamed_addr constant [2 x i8] c"b\00"
@default = internal constant { i32 } { i32 1 }

define spir_kernel void @kernel_either(i1 %which, ptr %out, ptr %buffer) {
entry:
  %slot = alloca ptr
  store ptr @name_a, ptr %slot
  br i1 %which, label %other, label %use

other:
  store ptr @name_b, ptr %slot
  br label %use

use:
  %name = load ptr, ptr %slot
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
