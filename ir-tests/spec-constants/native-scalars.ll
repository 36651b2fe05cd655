; In native mode, every use of a scalar constant becomes a call of the builtin that SPIR-V back ends recognize, with the
; numeric id and the default. Ids are numbered from 0 in the order of the calls.

; RUN: %opt -S -passes='spec-constants,verify' %s | FileCheck %s

target datalayout = "e-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%id_i8 = type { i8 }
%id_i16 = type { i16 }
%id_i32 = type { i32 }
%id_i64 = type { i64 }
%id_half = type { half }
%id_float = type { float }
%id_double = type { double }

@name_i8 = private unnamed_addr constant [3 x i8] c"i8\00"
@name_i16 = private unnamed_addr constant [4 x i8] c"i16\00"
@name_i32 = private unnamed_addr constant [4 x i8] c"i32\00"
@name_i64 = private unnamed_addr constant [4 x i8] c"i64\00"
@name_half = private unnamed_addr constant [5 x i8] c"half\00"
@name_float = private unnamed_addr constant [6 x i8] c"float\00"
@name_double = private unnamed_addr constant [7 x i8] c"double\00"

@default_i8 = internal constant %id_i8 { i8 -7 }
@default_i16 = internal constant %id_i16 { i16 -300 }
@default_i32 = internal constant %id_i32 { i32 42 }
@default_i64 = internal constant %id_i64 { i64 -5000000000 }
@default_half = internal constant %id_half { half 1.500000e+00 }
@default_float = internal constant %id_float { float 2.500000e+00 }
@default_double = internal constant %id_double { double 3.500000e+00 }

; CHECK-LABEL: define spir_kernel void @kernel_all_scalars(
define spir_kernel void @kernel_all_scalars(ptr %out, ptr %buffer) {
; CHECK-NEXT: %[[I8:.*]] = call i8 @_Z20__spirv_SpecConstantia(i32 0, i8 -7)
; CHECK-NEXT: store i8 %[[I8]], ptr %out
  %i8 = call i8 @_Z37__sycl_getScalar2020SpecConstantValueIaET_PKcPKvS4_(ptr @name_i8, ptr @default_i8, ptr %buffer)
  store i8 %i8, ptr %out
; CHECK-NEXT: %[[I16:.*]] = call i16 @_Z20__spirv_SpecConstantis(i32 1, i16 -300)
; CHECK-NEXT: store i16 %[[I16]], ptr %out
  %i16 = call i16 @_Z37__sycl_getScalar2020SpecConstantValueIsET_PKcPKvS4_(ptr @name_i16, ptr @default_i16, ptr %buffer)
  store i16 %i16, ptr %out
; CHECK-NEXT: %[[I32:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 2, i32 42)
; CHECK-NEXT: store i32 %[[I32]], ptr %out
  %i32 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_i32, ptr @default_i32, ptr %buffer)
  store i32 %i32, ptr %out
; CHECK-NEXT: %[[I64:.*]] = call i64 @_Z20__spirv_SpecConstantix(i32 3, i64 -5000000000)
; CHECK-NEXT: store i64 %[[I64]], ptr %out
  %i64 = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_i64, ptr @default_i64, ptr %buffer)
  store i64 %i64, ptr %out
; CHECK-NEXT: %[[HALF:.*]] = call half @_Z20__spirv_SpecConstantiDh(i32 4, half 0xH3E00)
; CHECK-NEXT: store half %[[HALF]], ptr %out
  %half = call half @_Z37__sycl_getScalar2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr @name_half, ptr @default_half, ptr %buffer)
  store half %half, ptr %out
; CHECK-NEXT: %[[FLOAT:.*]] = call float @_Z20__spirv_SpecConstantif(i32 5, float 2.500000e+00)
; CHECK-NEXT: store float %[[FLOAT]], ptr %out
  %float = call float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr @name_float, ptr @default_float, ptr %buffer)
  store float %float, ptr %out
; CHECK-NEXT: %[[DOUBLE:.*]] = call double @_Z20__spirv_SpecConstantid(i32 6, double 3.500000e+00)
; CHECK-NEXT: store double %[[DOUBLE]], ptr %out
  %double = call double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr @name_double, ptr @default_double, ptr %buffer)
  store double %double, ptr %out
  ret void
}

declare i8 @_Z37__sycl_getScalar2020SpecConstantValueIaET_PKcPKvS4_(ptr, ptr, ptr)
declare i16 @_Z37__sycl_getScalar2020SpecConstantValueIsET_PKcPKvS4_(ptr, ptr, ptr)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr)
declare half @_Z37__sycl_getScalar2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr, ptr, ptr)
declare float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr)
declare double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr, ptr, ptr)

; CHECK: !sycl.specialization-constants = !{![[N0:[0-9]+]], ![[N1:[0-9]+]], ![[N2:[0-9]+]], ![[N3:[0-9]+]], ![[N4:[0-9]+]], ![[N5:[0-9]+]], ![[N6:[0-9]+]]}
; CHECK: !sycl.specialization-constants-default-values = !{![[V0:[0-9]+]], ![[V1:[0-9]+]], ![[V2:[0-9]+]], ![[V3:[0-9]+]], ![[V4:[0-9]+]], ![[V5:[0-9]+]], ![[V6:[0-9]+]]}
; CHECK-DAG: ![[N0]] = !{!"i8", i32 0, i32 0, i32 1}
; CHECK-DAG: ![[N1]] = !{!"i16", i32 1, i32 0, i32 2}
; CHECK-DAG: ![[N2]] = !{!"i32", i32 2, i32 0, i32 4}
; CHECK-DAG: ![[N3]] = !{!"i64", i32 3, i32 0, i32 8}
; CHECK-DAG: ![[N4]] = !{!"half", i32 4, i32 0, i32 2}
; CHECK-DAG: ![[N5]] = !{!"float", i32 5, i32 0, i32 4}
; CHECK-DAG: ![[N6]] = !{!"double", i32 6, i32 0, i32 8}
; CHECK-DAG: ![[V0]] = !{i8 -7}
; CHECK-DAG: ![[V1]] = !{i16 -300}
; CHECK-DAG: ![[V2]] = !{i32 42}
; CHECK-DAG: ![[V3]] = !{i64 -5000000000}
; CHECK-DAG: ![[V4]] = !{half 0xH3E00}
; CHECK-DAG: ![[V5]] = !{float 2.500000e+00}
; CHECK-DAG: ![[V6]] = !{double 3.500000e+00}
