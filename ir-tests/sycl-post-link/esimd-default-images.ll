; The halves of an image share its number, and so do their copies with default values, which have the next. Rows come in the
; order of the numbers.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=source;split-esimd;spec-const=native;generate-device-image-default-spec-consts;properties;o=%t/x.table>' %s
; RUN: FileCheck %s --input-file=%t/x.table
; RUN: %props %t/x_1.esimd.prop | FileCheck %s --check-prefix=ESIMD --match-full-lines
; RUN: %props %t/x_1.prop | FileCheck %s --check-prefix=SYCL --match-full-lines --implicit-check-not=isEsimdImage

; CHECK:      [Code|Properties]
; CHECK-NEXT: {{.*}}/x_0.esimd.bc|{{.*}}/x_0.esimd.prop
; CHECK-NEXT: {{.*}}/x_0.bc|{{.*}}/x_0.prop
; CHECK-NEXT: {{.*}}/x_1.esimd.bc|{{.*}}/x_1.esimd.prop
; CHECK-NEXT: {{.*}}/x_1.bc|{{.*}}/x_1.prop
; CHECK-NEXT: {{.*}}/x_2.bc|{{.*}}/x_2.prop
; CHECK-NEXT: {{.*}}/x_3.bc|{{.*}}/x_3.prop
; CHECK-NEXT: {{.*}}/x_4.esimd.bc|{{.*}}/x_4.esimd.prop
; CHECK-NEXT: {{.*}}/x_4.bc|{{.*}}/x_4.prop
; CHECK-NEXT: {{.*}}/x_5.bc|{{.*}}/x_5.prop
; CHECK-NOT:  {{.+}}

; ESIMD: isEsimdImage = 1
; ESIMD: specConstsReplacedWithDefault = 1
; SYCL: specConstsReplacedWithDefault = 1

target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [2 x i8] c"a\00"
@default = internal constant { i32 } { i32 258 }

; Both halves have constants.
define spir_kernel void @c_sycl(ptr %out) #2 {
  %v = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr null)
  store i32 %v, ptr %out
  ret void
}
define spir_kernel void @c_esimd(ptr %out) #2 !sycl_explicit_simd !0 {
  %v = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr null)
  store i32 %v, ptr %out
  ret void
}
; No ESIMD code.
define spir_kernel void @b_sycl(ptr %out) #1 {
  %v = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr null)
  store i32 %v, ptr %out
  ret void
}
; One half has constants.
define spir_kernel void @a_sycl(ptr %out) #0 {
  %v = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr null)
  store i32 %v, ptr %out
  ret void
}
define spir_kernel void @a_esimd(ptr %out) #0 !sycl_explicit_simd !0 {
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
attributes #2 = { "sycl-module-id"="c.cpp" }

!0 = !{}
