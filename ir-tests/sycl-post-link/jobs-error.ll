; One image of many fails: there is a single message whichever worker makes it, and the files of all workers are
; removed.

; RUN: rm -rf %t && mkdir %t %t/1 %t/3
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;properties;symbols;jobs=1;o=%t/1/x.table>' %s 2> %t/messages.1
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;properties;symbols;jobs=3;o=%t/3/x.table>' %s 2> %t/messages.3
; RUN: FileCheck %s --input-file=%t/messages.1 --implicit-check-not=error:
; RUN: FileCheck %s --input-file=%t/messages.3 --implicit-check-not=error:
; RUN: ls -A %t/1 | count 0
; RUN: ls -A %t/3 | count 0

; CHECK: error: {{.*}}`number`{{.*}}

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_number = private unnamed_addr constant [7 x i8] c"number\00"
@default_number = internal constant { i32 } { i32 258 }
@default_other = internal constant { i32 } { i32 1 }

define spir_kernel void @kernel_a(ptr %out) #0 {
  ret void
}
define spir_kernel void @kernel_b(ptr %out) #0 {
  ret void
}
define spir_kernel void @kernel_c(ptr %out) #0 {
  ret void
}
define spir_kernel void @kernel_d(ptr %out) #0 {
  ret void
}
define spir_kernel void @kernel_e(ptr %out, ptr %buffer) #0 {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr %buffer)
  %again = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_other, ptr %buffer)
  store i32 %number, ptr %out
  ret void
}
define spir_kernel void @kernel_f(ptr %out) #0 {
  ret void
}
define spir_kernel void @kernel_g(ptr %out) #0 {
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
