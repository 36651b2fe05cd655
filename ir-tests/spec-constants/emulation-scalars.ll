; In emulation mode, every use of a constant becomes a load from the runtime's buffer. Each constant is at a multiple of
; its alignment. A gap before it is recorded as a padding entry of the previous constant, and as an array of zero bytes
; in the list of defaults.
;
;   i8    half     i32   double   i16   float
;   0  1  2..3     4..7  8..15    16 18 20..23

; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s

target datalayout = "e-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_i8 = private unnamed_addr constant [3 x i8] c"i8\00"
@name_half = private unnamed_addr constant [5 x i8] c"half\00"
@name_i32 = private unnamed_addr constant [4 x i8] c"i32\00"
@name_double = private unnamed_addr constant [7 x i8] c"double\00"
@name_i16 = private unnamed_addr constant [4 x i8] c"i16\00"
@name_float = private unnamed_addr constant [6 x i8] c"float\00"

@default_i8 = internal constant { i8 } { i8 -7 }
@default_half = internal constant { half } { half 1.500000e+00 }
@default_i32 = internal constant { i32 } { i32 42 }
@default_double = internal constant { double } { double 3.500000e+00 }
@default_i16 = internal constant { i16 } { i16 -300 }
@default_float = internal constant { float } { float 2.500000e+00 }

; CHECK-LABEL: define spir_kernel void @kernel_all_scalars(
; CHECK-SAME: ptr %out, ptr %buffer)
define spir_kernel void @kernel_all_scalars(ptr %out, ptr %buffer) {
; CHECK: %[[A0:.*]] = getelementptr i8, ptr %buffer, i32 0
; CHECK-NEXT: %[[V0:.*]] = load i8, ptr %[[A0]], align 1
; CHECK-NEXT: store i8 %[[V0]], ptr %out
  %i8 = call i8 @_Z37__sycl_getScalar2020SpecConstantValueIaET_PKcPKvS4_(ptr @name_i8, ptr @default_i8, ptr %buffer)
  store i8 %i8, ptr %out
; CHECK: %[[A1:.*]] = getelementptr i8, ptr %buffer, i32 2
; CHECK-NEXT: %[[V1:.*]] = load half, ptr %[[A1]], align 2
; CHECK-NEXT: store half %[[V1]], ptr %out
  %half = call half @_Z37__sycl_getScalar2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr @name_half, ptr @default_half, ptr %buffer)
  store half %half, ptr %out
; CHECK: %[[A2:.*]] = getelementptr i8, ptr %buffer, i32 4
; CHECK-NEXT: %[[V2:.*]] = load i32, ptr %[[A2]], align 4
; CHECK-NEXT: store i32 %[[V2]], ptr %out
  %i32 = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_i32, ptr @default_i32, ptr %buffer)
  store i32 %i32, ptr %out
; CHECK: %[[A3:.*]] = getelementptr i8, ptr %buffer, i32 8
; CHECK-NEXT: %[[V3:.*]] = load double, ptr %[[A3]], align 8
; CHECK-NEXT: store double %[[V3]], ptr %out
  %double = call double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr @name_double, ptr @default_double, ptr %buffer)
  store double %double, ptr %out
; CHECK: %[[A4:.*]] = getelementptr i8, ptr %buffer, i32 16
; CHECK-NEXT: %[[V4:.*]] = load i16, ptr %[[A4]], align 2
; CHECK-NEXT: store i16 %[[V4]], ptr %out
  %i16 = call i16 @_Z37__sycl_getScalar2020SpecConstantValueIsET_PKcPKvS4_(ptr @name_i16, ptr @default_i16, ptr %buffer)
  store i16 %i16, ptr %out
; CHECK: %[[A5:.*]] = getelementptr i8, ptr %buffer, i32 20
; CHECK-NEXT: %[[V5:.*]] = load float, ptr %[[A5]], align 4
; CHECK-NEXT: store float %[[V5]], ptr %out
  %float = call float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr @name_float, ptr @default_float, ptr %buffer)
  store float %float, ptr %out
  ret void
}

declare i8 @_Z37__sycl_getScalar2020SpecConstantValueIaET_PKcPKvS4_(ptr, ptr, ptr)
declare i16 @_Z37__sycl_getScalar2020SpecConstantValueIsET_PKcPKvS4_(ptr, ptr, ptr)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare half @_Z37__sycl_getScalar2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr, ptr, ptr)
declare float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr)
declare double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr, ptr, ptr)

; CHECK: !sycl.specialization-constants = !{![[N0:[0-9]+]], ![[N1:[0-9]+]], ![[N2:[0-9]+]], ![[N3:[0-9]+]], ![[N4:[0-9]+]], ![[N5:[0-9]+]]}
; CHECK: !sycl.specialization-constants-default-values = !{![[V0:[0-9]+]], ![[P0:[0-9]+]], ![[V1:[0-9]+]], ![[V2:[0-9]+]], ![[V3:[0-9]+]], ![[V4:[0-9]+]], ![[P4:[0-9]+]], ![[V5:[0-9]+]]}
; CHECK-DAG: ![[N0]] = !{!"i8", i32 0, i32 0, i32 1, i32 -1, i32 1, i32 1}
; CHECK-DAG: ![[N1]] = !{!"half", i32 1, i32 0, i32 2}
; CHECK-DAG: ![[N2]] = !{!"i32", i32 2, i32 0, i32 4}
; CHECK-DAG: ![[N3]] = !{!"double", i32 3, i32 0, i32 8}
; CHECK-DAG: ![[N4]] = !{!"i16", i32 4, i32 0, i32 2, i32 -1, i32 2, i32 2}
; CHECK-DAG: ![[N5]] = !{!"float", i32 5, i32 0, i32 4}
; CHECK-DAG: ![[V0]] = !{i8 -7}
; CHECK-DAG: ![[P0]] = !{[1 x i8] zeroinitializer}
; CHECK-DAG: ![[V1]] = !{half 0xH3E00}
; CHECK-DAG: ![[V2]] = !{i32 42}
; CHECK-DAG: ![[V3]] = !{double 3.500000e+00}
; CHECK-DAG: ![[V4]] = !{i16 -300}
; CHECK-DAG: ![[P4]] = !{[2 x i8] zeroinitializer}
; CHECK-DAG: ![[V5]] = !{float 2.500000e+00}
