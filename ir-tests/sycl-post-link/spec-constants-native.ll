; The runtime sets a constant by numeric ids: id, offset and size of each leaf, with padding at the end of a struct. The
; defaults of all constants of the image form one blob. Each image numbers its ids from 0. No specialization constant
; calls are left in the image.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;properties;S;o=%t/x.table>' %s
; RUN: %props %t/x_2.prop | FileCheck %s --check-prefix=A --match-full-lines
; RUN: %props %t/x_1.prop | FileCheck %s --check-prefix=B --match-full-lines
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=NONE --implicit-check-not=specialization
; RUN: FileCheck %s --check-prefix=IR --input-file=%t/x_2.ll --implicit-check-not=__sycl_get --implicit-check-not=@name --implicit-check-not=@default
; RUN: opt -disable-output -passes=verify %t/x_2.ll

; A:      [SYCL/specialization constants]
; A-NEXT: number = {0, 0, 4}
; A-NEXT: pair = {1, 0, 4} {2, 4, 1} {4294967295, 5, 3}
; A-NEXT: long = {3, 0, 8}
; A-NEXT: [SYCL/specialization constants default values]
; A-NEXT: all = bytes 02 01 00 00 03 00 00 00 04 00 00 00 ff ff ff ff ff ff ff ff

; B:      [SYCL/specialization constants]
; B-NEXT: long = {0, 0, 8}
; B-NEXT: [SYCL/specialization constants default values]
; B-NEXT: all = bytes ff ff ff ff ff ff ff ff

; NONE: [SYCL/device requirements]

; IR: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 258)
; IR: call i64 @_Z20__spirv_SpecConstantix(i32 3, i64 -1)
; IR: !sycl.specialization-constants = !{

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
