; Each image numbers its constants from 0, in the order of its own functions: a function in three images has a different
; id, and a different place in the buffer, in each.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;properties;S;o=%t/x.table>' %s
; RUN: FileCheck %s --check-prefix=C --input-file=%t/x_0.ll
; RUN: FileCheck %s --check-prefix=B --input-file=%t/x_1.ll
; RUN: FileCheck %s --check-prefix=A --input-file=%t/x_2.ll
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=C-IDS
; RUN: %props %t/x_1.prop | FileCheck %s --check-prefix=B-IDS
; RUN: %props %t/x_2.prop | FileCheck %s --check-prefix=A-IDS
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=emulation;properties;S;o=%t/e.table>' %s
; RUN: FileCheck %s --check-prefix=EMULATED-C --input-file=%t/e_0.ll
; RUN: %props %t/e_0.prop | FileCheck %s --check-prefix=EMULATED-C-IDS
; RUN: %props %t/e_2.prop | FileCheck %s --check-prefix=EMULATED-A-IDS
; RUN: FileCheck %s --check-prefix=EMULATED-A --input-file=%t/e_2.ll

; A: call i64 @_Z20__spirv_SpecConstantix(i32 0, i64 -1)
; A: call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 258)
; A-IDS: long = {0, 0, 8}
; A-IDS-NEXT: number = {1, 0, 4}
; B: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 258)
; B-IDS: number = {0, 0, 4}
; C: call %pair @_Z29__spirv_SpecConstantComposite
; C: call i32 @_Z20__spirv_SpecConstantii(i32 2, i32 258)
; C-IDS: pair = {0, 0, 1} {1, 1, 1}
; C-IDS-NEXT: number = {2, 0, 4}

; EMULATED-A: define internal spir_func i32 @helper(
; EMULATED-A-NEXT: getelementptr i8, ptr %buffer, i32 8
; EMULATED-C: define internal spir_func i32 @helper(
; EMULATED-C-NEXT: getelementptr i8, ptr %buffer, i32 4
; EMULATED-A-IDS: long = {0, 0, 8}
; EMULATED-A-IDS-NEXT: number = {1, 0, 4}
; EMULATED-A-IDS: all = bytes ff ff ff ff ff ff ff ff 02 01 00 00{{$}}
; EMULATED-C-IDS: pair = {0, 0, 2} {4294967295, 2, 2}
; EMULATED-C-IDS-NEXT: number = {1, 0, 4}
; EMULATED-C-IDS: all = bytes 01 02 00 00 02 01 00 00{{$}}

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i8, i8 }

@name_number = private unnamed_addr constant [7 x i8] c"number\00"
@name_long = private unnamed_addr constant [5 x i8] c"long\00"
@name_pair = private unnamed_addr constant [5 x i8] c"pair\00"
@default_number = internal constant { i32 } { i32 258 }
@default_long = internal constant { i64 } { i64 -1 }
@default_pair = internal constant { %pair } { %pair { i8 1, i8 2 } }

define spir_kernel void @kernel_a(ptr %out, ptr %buffer) #0 {
  %long = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_long, ptr @default_long, ptr %buffer)
  store i64 %long, ptr %out
  %number = call spir_func i32 @helper(ptr %buffer)
  ret void
}
define spir_kernel void @kernel_c(ptr %out, ptr %buffer) #0 {
  %pair = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name_pair, ptr @default_pair, ptr %buffer)
  store %pair %pair, ptr %out
  %number = call spir_func i32 @helper(ptr %buffer)
  ret void
}
define spir_kernel void @kernel_b(ptr %out, ptr %buffer) #0 {
  %number = call spir_func i32 @helper(ptr %buffer)
  ret void
}
define internal spir_func i32 @helper(ptr %buffer) {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr %buffer)
  ret i32 %number
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr)
declare %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
