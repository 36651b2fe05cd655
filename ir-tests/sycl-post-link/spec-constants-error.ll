; A constant that cannot be lowered stops the run with its message, and images written earlier are removed.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;properties;symbols;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 0

; CHECK: error: default of specialization constant `size` in function `kernel_a` is null; expected a variable with an initializer

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"size\00"

define spir_kernel void @kernel_z() #0 {
  ret void
}
define spir_kernel void @kernel_a(ptr %out, ptr %buffer) #0 {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr null, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
