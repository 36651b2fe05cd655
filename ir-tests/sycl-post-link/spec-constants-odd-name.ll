; In a property file, a name ends at the first `=`, so the name of a constant cannot contain one.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='sycl-post-link<spec-const=native;properties;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 0

; CHECK: error: {{.*}}a=b

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [4 x i8] c"a=b\00"
@default = internal constant { i32 } { i32 1 }

define spir_kernel void @kernel_a(ptr %out, ptr %buffer) #0 {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
