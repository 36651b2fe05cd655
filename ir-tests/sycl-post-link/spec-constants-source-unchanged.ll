; Constants are lowered in the images; the module itself keeps its calls.

; RUN: rm -rf %t && mkdir %t
; RUN: opt -S -passes=verify %s -o %t/before.ll
; RUN: %opt -S -passes='sycl-post-link<split=kernel;spec-const=native;o=%t/x.table>,verify' %s -o %t/native.ll
; RUN: diff %t/before.ll %t/native.ll
; RUN: %opt -S -passes='sycl-post-link<split=kernel;spec-const=emulation;generate-device-image-default-spec-consts;o=%t/x.table>,verify' %s -o %t/emulation.ll
; RUN: diff %t/before.ll %t/emulation.ll
; RUN: %opt -S -passes='sycl-post-link<split=none;spec-const=default-values;properties;S;o=%t/x.table>,verify' %s -o %t/defaults.ll
; RUN: diff %t/before.ll %t/defaults.ll

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, i8 }

@name_number = private unnamed_addr constant [7 x i8] c"number\00"
@name_pair = private unnamed_addr constant [5 x i8] c"pair\00"
@name_long = private unnamed_addr constant [5 x i8] c"long\00"
@default_number = internal constant { i32 } { i32 258 }
@default_pair = internal constant { %pair } { %pair { i32 3, i8 4 } }
@default_long = internal constant { i64 } { i64 -1 }

define spir_kernel void @kernel_a(ptr %out, ptr %buffer) #0 {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr %buffer)
  store i32 %number, ptr %out
  %pair = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name_pair, ptr @default_pair, ptr %buffer)
  store %pair %pair, ptr %out
  %long = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_long, ptr @default_long, ptr %buffer)
  store i64 %long, ptr %out
  ret void
}
define spir_kernel void @kernel_b(ptr %out, ptr %buffer) #0 {
  %long = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_long, ptr @default_long, ptr %buffer)
  store i64 %long, ptr %out
  ret void
}
define spir_kernel void @kernel_without() #0 {
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr)
declare %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
