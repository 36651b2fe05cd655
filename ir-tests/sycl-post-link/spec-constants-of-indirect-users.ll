; An image has the constants of all its functions, including those called by an alias or through a table of addresses. A
; default whose address a kernel needs otherwise is kept, but only there. An image without constant calls has no copy
; with defaults.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;generate-device-image-default-spec-consts;properties;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --check-prefix=IMAGES
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=TABLE-IDS
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x_0.ll --implicit-check-not=@default
; RUN: FileCheck %s --check-prefix=TABLE-DEFAULTS --input-file=%t/x_1.ll --implicit-check-not=@default
; RUN: %props %t/x_2.prop | FileCheck %s --check-prefix=ALIAS-IDS
; RUN: FileCheck %s --check-prefix=ALIAS --input-file=%t/x_2.ll --implicit-check-not=@default
; RUN: FileCheck %s --check-prefix=ADDRESS --input-file=%t/x_4.ll

; IMAGES:      x_0.sym:kernel_with_table
; IMAGES-NEXT: x_1.sym:kernel_with_table
; IMAGES-NEXT: x_2.sym:kernel_with_alias
; IMAGES-NEXT: x_3.sym:kernel_with_alias
; IMAGES-NEXT: x_4.sym:kernel_with_address
; IMAGES-NOT:  {{.+}}

; TABLE-IDS: long = {0, 0, 8}
; TABLE: define internal spir_func i64 @in_table()
; TABLE-NEXT: call i64 @_Z20__spirv_SpecConstantix(i32 0, i64 -1)
; TABLE-DEFAULTS: define internal spir_func i64 @in_table()
; TABLE-DEFAULTS-NEXT: ret i64 -1
; ALIAS-IDS: number = {0, 0, 4}
; ALIAS: @by_another_name = internal alias i32 (), ptr @helper
; ALIAS: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 258)
; ADDRESS: @default_long = internal constant { i64 } { i64 -1 }
; ADDRESS: store ptr @default_long, ptr %out

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_number = private unnamed_addr constant [7 x i8] c"number\00"
@name_long = private unnamed_addr constant [5 x i8] c"long\00"
@default_number = internal constant { i32 } { i32 258 }
@default_long = internal constant { i64 } { i64 -1 }
@table = internal constant [1 x ptr] [ptr @in_table]

@by_another_name = internal alias i32 (), ptr @helper

define internal spir_func i32 @helper() {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr null)
  ret i32 %number
}
define internal spir_func i64 @in_table() {
  %long = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_long, ptr @default_long, ptr null)
  ret i64 %long
}
define spir_kernel void @kernel_with_alias(ptr %out) #0 {
  %number = call spir_func i32 @by_another_name()
  store i32 %number, ptr %out
  ret void
}
define spir_kernel void @kernel_with_table(ptr %out) #0 {
  %function = load ptr, ptr @table
  %long = call spir_func i64 %function()
  store i64 %long, ptr %out
  ret void
}
define spir_kernel void @kernel_with_address(ptr %out) #0 {
  store ptr @default_long, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
