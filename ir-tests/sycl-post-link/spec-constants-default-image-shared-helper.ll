; Each image counts its constants from 0, also in a function that several images hold: lowering one image, or making its
; copy with defaults, does not touch the function in the next.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;generate-device-image-default-spec-consts;properties;S;o=%t/x.table>' %s
; RUN: FileCheck %s --check-prefix=B --input-file=%t/x_0.ll
; RUN: FileCheck %s --check-prefix=DEFAULT --input-file=%t/x_1.ll --implicit-check-not=__spirv_Spec --implicit-check-not=__sycl_get
; RUN: FileCheck %s --check-prefix=A --input-file=%t/x_2.ll
; RUN: FileCheck %s --check-prefix=DEFAULT --input-file=%t/x_3.ll --implicit-check-not=__spirv_Spec --implicit-check-not=__sycl_get
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=B-IDS
; RUN: %props %t/x_2.prop | FileCheck %s --check-prefix=A-IDS

; A: define internal spir_func i32 @helper()
; A: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 258)
; A-IDS: number = {0, 0, 4}
; A-IDS-NEXT: long = {1, 0, 8}
; B: define internal spir_func i32 @helper()
; B: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 258)
; B-IDS: number = {0, 0, 4}
; B-IDS-NEXT: last = {1, 0, 8}
; DEFAULT: define internal spir_func i32 @helper()
; DEFAULT-NEXT: ret i32 258

; A: call i64 @_Z20__spirv_SpecConstantix(i32 1, i64 -1)
; B: call i64 @_Z20__spirv_SpecConstantix(i32 1, i64 -2)

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_number = private unnamed_addr constant [7 x i8] c"number\00"
@name_long = private unnamed_addr constant [5 x i8] c"long\00"
@name_last = private unnamed_addr constant [5 x i8] c"last\00"
@default_number = internal constant { i32 } { i32 258 }
@default_long = internal constant { i64 } { i64 -1 }
@default_last = internal constant { i64 } { i64 -2 }

define internal spir_func i32 @helper() {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr null)
  ret i32 %number
}
define spir_kernel void @kernel_a(ptr %out) #0 {
  %number = call spir_func i32 @helper()
  %long = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_long, ptr @default_long, ptr null)
  store i64 %long, ptr %out
  ret void
}
define spir_kernel void @kernel_b(ptr %out) #0 {
  %number = call spir_func i32 @helper()
  %last = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_last, ptr @default_last, ptr null)
  store i64 %last, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
