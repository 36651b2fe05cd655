; Emulation loads from the buffer, so the buffer must be a pointer. The other modes ignore it.

; RUN: rm -f %t.out
; RUN: not %opt -S -passes='spec-constants<emulation>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out
; RUN: %opt -S -passes='spec-constants<native>,verify' %s -o %t.native

; CHECK: error: specialization constant `size` in function `kernel_integer` is to be read from the buffer `i64 %buffer`; expected a pointer

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { i32 } { i32 1 }

define spir_kernel void @kernel_integer(ptr %out, i64 %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvl(ptr @name, ptr @default, i64 %buffer)
  store i32 %size, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvl(ptr, ptr, i64)
