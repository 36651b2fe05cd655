; Copies with defaults can be requested without lowering: the image itself keeps its calls, and the next one has the
; values. The module is unchanged.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -S -passes='sycl-post-link<split=kernel;generate-device-image-default-spec-consts;properties;symbols;S;o=%t/x.table>' %s -o %t/after.ll
; RUN: opt -S -passes=verify %s -o %t/before.ll
; RUN: diff %t/before.ll %t/after.ll
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x.table
; RUN: FileCheck %s --check-prefix=AS-IT-IS --input-file=%t/x_0.ll --implicit-check-not=@unused
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=AS-IT-IS-PROPERTIES --implicit-check-not=specConstsReplacedWithDefault --implicit-check-not=specialization
; RUN: FileCheck %s --check-prefix=DEFAULTS --input-file=%t/x_1.ll --implicit-check-not=__sycl_get --implicit-check-not=@name --implicit-check-not=@default
; RUN: %props %t/x_1.prop | FileCheck %s --check-prefix=DEFAULTS-PROPERTIES --implicit-check-not=specialization

; TABLE:      {{.*}}x_0.ll|{{.*}}x_0.prop|{{.*}}x_0.sym
; TABLE-NEXT: {{.*}}x_1.ll|{{.*}}x_1.prop|{{.*}}x_1.sym
; TABLE-NEXT: {{.*}}x_2.ll|{{.*}}x_2.prop|{{.*}}x_2.sym
; TABLE-NOT:  {{.+}}

; AS-IT-IS: @name_number = {{.*}}c"number\00"
; AS-IT-IS: define spir_kernel void @kernel_with(
; AS-IT-IS: call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(
; AS-IT-IS-PROPERTIES: [SYCL/device requirements]

; DEFAULTS: define spir_kernel void @kernel_with(
; DEFAULTS-NEXT: store i32 258, ptr %out
; DEFAULTS-PROPERTIES: specConstsReplacedWithDefault = 1

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_number = private unnamed_addr constant [7 x i8] c"number\00"
@default_number = internal constant { i32 } { i32 258 }

define spir_kernel void @kernel_with(ptr %out) #0 {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr null)
  store i32 %number, ptr %out
  ret void
}
define spir_kernel void @kernel_a_without() #0 {
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
