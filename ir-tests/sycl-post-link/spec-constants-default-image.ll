; On request, each image with constants is followed by a copy with the defaults in their place, which is marked in its
; properties. An image without constants has no copy.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;generate-device-image-default-spec-consts;properties;symbols;S;o=%t/x.table>' %s
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x.table --implicit-check-not=x_
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --check-prefix=SYMBOLS
; RUN: %props %t/x_1.prop | FileCheck %s --check-prefix=LOWERED --implicit-check-not=specConstsReplacedWithDefault
; RUN: %props %t/x_2.prop | FileCheck %s --check-prefix=DEFAULT --match-full-lines --implicit-check-not=specialization
; RUN: FileCheck %s --check-prefix=IR --input-file=%t/x_2.ll --implicit-check-not=__sycl_get --implicit-check-not=__spirv_Spec --implicit-check-not=@default
; RUN: opt -disable-output -passes=verify %t/x_2.ll

; TABLE:      [Code|Properties|Symbols]
; TABLE-NEXT: {{.*}}x_0.ll|{{.*}}x_0.prop|{{.*}}x_0.sym
; TABLE-NEXT: {{.*}}x_1.ll|{{.*}}x_1.prop|{{.*}}x_1.sym
; TABLE-NEXT: {{.*}}x_2.ll|{{.*}}x_2.prop|{{.*}}x_2.sym
; TABLE-NEXT: {{.*}}x_3.ll|{{.*}}x_3.prop|{{.*}}x_3.sym
; TABLE-NEXT: {{.*}}x_4.ll|{{.*}}x_4.prop|{{.*}}x_4.sym

; SYMBOLS:      x_0.sym:kernel_without
; SYMBOLS-NEXT: x_1.sym:kernel_b
; SYMBOLS-NEXT: x_2.sym:kernel_b
; SYMBOLS-NEXT: x_3.sym:kernel_a
; SYMBOLS-NEXT: x_4.sym:kernel_a

; LOWERED: long = {0, 0, 8}

; DEFAULT:      [SYCL/device requirements]
; DEFAULT-NEXT: aspects = {}
; DEFAULT-NEXT: [SYCL/misc properties]
; DEFAULT-NEXT: specConstsReplacedWithDefault = 1

; IR: define spir_kernel void @kernel_b(
; IR-NEXT: store i64 -1, ptr %out

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
