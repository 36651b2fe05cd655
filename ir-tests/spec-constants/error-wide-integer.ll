; SPIR-V has no 128-bit specialization constants. The message names the constant, the function, the type and a remedy.

; RUN: rm -f %t.out
; RUN: not %opt -S -passes='spec-constants<native>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out

; CHECK: error: specialization constant `wide` in function `kernel_wide` has type i128, which no native specialization constant can have; expected integers of 1, 8, 16, 32 or 64 bits, half, bfloat, float or double (the emulation mode takes the others)

target datalayout = "e-i64:64-i128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"wide\00"
@default = internal constant { i128 } { i128 1 }

define spir_kernel void @kernel_wide(ptr %out, ptr %buffer) {
  %wide = call i128 @_Z37__sycl_getScalar2020SpecConstantValueInET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i128 %wide, ptr %out
  ret void
}

declare i128 @_Z37__sycl_getScalar2020SpecConstantValueInET_PKcPKvS4_(ptr, ptr, ptr)
