; In default-values mode, every use of a constant becomes its default, and nothing of the constant remains: no call, no
; name, no default, no metadata.

; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s \
; RUN:   | FileCheck %s --implicit-check-not=__sycl_ --implicit-check-not=__spirv_ --implicit-check-not=@name \
; RUN:                  --implicit-check-not=@default --implicit-check-not='sycl.specialization'

target datalayout = "e-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_i8 = private unnamed_addr constant [3 x i8] c"i8\00"
@name_i64 = private unnamed_addr constant [4 x i8] c"i64\00"
@name_half = private unnamed_addr constant [5 x i8] c"half\00"
@name_double = private unnamed_addr constant [7 x i8] c"double\00"

@default_i8 = internal constant { i8 } { i8 -7 }
@default_i64 = internal constant { i64 } { i64 -5000000000 }
@default_half = internal constant { half } { half 1.500000e+00 }
@default_double = internal constant { double } { double 3.500000e+00 }

; CHECK-LABEL: define spir_kernel void @kernel_scalars(
; CHECK-SAME: ptr %out, ptr %buffer)
; CHECK-NEXT:    store i8 -7, ptr %out
; CHECK-NEXT:    store i64 -5000000000, ptr %out
; CHECK-NEXT:    store half 0xH3E00, ptr %out
; CHECK-NEXT:    store double 3.500000e+00, ptr %out
; CHECK-NEXT:    ret void
define spir_kernel void @kernel_scalars(ptr %out, ptr %buffer) {
  %i8 = call i8 @_Z37__sycl_getScalar2020SpecConstantValueIaET_PKcPKvS4_(ptr @name_i8, ptr @default_i8, ptr %buffer)
  store i8 %i8, ptr %out
  %i64 = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_i64, ptr @default_i64, ptr %buffer)
  store i64 %i64, ptr %out
  %half = call half @_Z37__sycl_getScalar2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr @name_half, ptr @default_half, ptr %buffer)
  store half %half, ptr %out
  %double = call double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr @name_double, ptr @default_double, ptr %buffer)
  store double %double, ptr %out
  ret void
}

declare i8 @_Z37__sycl_getScalar2020SpecConstantValueIaET_PKcPKvS4_(ptr, ptr, ptr)
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr)
declare half @_Z37__sycl_getScalar2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr, ptr, ptr)
declare double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr, ptr, ptr)
