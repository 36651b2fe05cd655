; A default that is computed from an address has no known bytes before the program is loaded.

; RUN: rm -f %t.out
; RUN: not %opt -S -passes='spec-constants<native>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<emulation>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<default-values>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out

; CHECK: error: default of specialization constant `size` in function `kernel_address` contains `{{.*}}ptrtoint (ptr @default to i64){{.*}}`; expected integers and floating-point numbers

target datalayout = "e-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { i64 } { i64 ptrtoint (ptr @default to i64) }

define spir_kernel void @kernel_address(ptr %out, ptr %buffer) {
  %size = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i64 %size, ptr %out
  ret void
}

declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr)
