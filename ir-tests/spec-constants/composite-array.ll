; An array is put together like a struct, of arrays and of structs too.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefix=EMULATION
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%point = type { half, half }

@name_row = private unnamed_addr constant [4 x i8] c"row\00"
@name_grid = private unnamed_addr constant [5 x i8] c"grid\00"
@name_points = private unnamed_addr constant [7 x i8] c"points\00"
@default_row = internal constant { [3 x i16] } { [3 x i16] [ i16 1, i16 2, i16 3 ] }
@default_grid = internal constant { [2 x [2 x float]] } { [2 x [2 x float]] [ [2 x float] [ float 1.000000e+00, float 2.000000e+00 ], [2 x float] zeroinitializer ] }
@default_points = internal constant { [2 x %point] } { [2 x %point] [ %point { half 1.000000e+00, half 0.000000e+00 }, %point zeroinitializer ] }

define spir_kernel void @kernel_arrays(ptr %out, ptr %buffer) {
; NATIVE:         %[[R0:.*]] = call i16 @_Z20__spirv_SpecConstantis(i32 0, i16 1)
; NATIVE-NEXT:    %[[R1:.*]] = call i16 @_Z20__spirv_SpecConstantis(i32 1, i16 2)
; NATIVE-NEXT:    %[[R2:.*]] = call i16 @_Z20__spirv_SpecConstantis(i32 2, i16 3)
; NATIVE-NEXT:    call [3 x i16] @_Z29__spirv_SpecConstantCompositesss_RA3_s(i16 %[[R0]], i16 %[[R1]], i16 %[[R2]])
; EMULATION:      getelementptr i8, ptr %buffer, i32 0
; EMULATION-NEXT: load [3 x i16], ptr %{{.*}}, align 2
; DEFAULTS:       store [3 x i16] [i16 1, i16 2, i16 3], ptr %out
  %row = call [3 x i16] @_Z40__sycl_getComposite2020SpecConstantValueI3rowET_PKcPKvS5_(ptr @name_row, ptr @default_row, ptr %buffer)
  store [3 x i16] %row, ptr %out
; NATIVE:         call [2 x float] @_Z29__spirv_SpecConstantCompositeff_RA2_f(
; NATIVE:         call [2 x float] @_Z29__spirv_SpecConstantCompositeff_RA2_f(
; NATIVE-NEXT:    call [2 x [2 x float]] @_Z29__spirv_SpecConstantCompositeA2_fA2_f_RA2_A2_f(
; EMULATION:      getelementptr i8, ptr %buffer, i32 8
; EMULATION-NEXT: load [2 x [2 x float]], ptr %{{.*}}, align 4
; DEFAULTS:       store {{\[}}2 x [2 x float]] {{\[\[}}2 x float] [float 1.000000e+00, float 2.000000e+00], [2 x float] zeroinitializer], ptr %out
  %grid = call [2 x [2 x float]] @_Z40__sycl_getComposite2020SpecConstantValueI4gridET_PKcPKvS5_(ptr @name_grid, ptr @default_grid, ptr %buffer)
  store [2 x [2 x float]] %grid, ptr %out
; NATIVE:         call [2 x %point] @_Z29__spirv_SpecConstantCompositepointpoint_RA2_point(
; EMULATION:      getelementptr i8, ptr %buffer, i32 24
; EMULATION-NEXT: load [2 x %point], ptr %{{.*}}, align 2
; DEFAULTS:       store [2 x %point] [%point { half 0xH3C00, half 0xH0000 }, %point zeroinitializer], ptr %out
  %points = call [2 x %point] @_Z40__sycl_getComposite2020SpecConstantValueI6pointsET_PKcPKvS5_(ptr @name_points, ptr @default_points, ptr %buffer)
  store [2 x %point] %points, ptr %out
  ret void
}

declare [3 x i16] @_Z40__sycl_getComposite2020SpecConstantValueI3rowET_PKcPKvS5_(ptr, ptr, ptr)
declare [2 x [2 x float]] @_Z40__sycl_getComposite2020SpecConstantValueI4gridET_PKcPKvS5_(ptr, ptr, ptr)
declare [2 x %point] @_Z40__sycl_getComposite2020SpecConstantValueI6pointsET_PKcPKvS5_(ptr, ptr, ptr)

; NATIVE-DAG:    !{!"row", i32 0, i32 0, i32 2, i32 1, i32 2, i32 2, i32 2, i32 4, i32 2}
; NATIVE-DAG:    !{!"grid", i32 3, i32 0, i32 4, i32 4, i32 4, i32 4, i32 5, i32 8, i32 4, i32 6, i32 12, i32 4}
; NATIVE-DAG:    !{!"points", i32 7, i32 0, i32 2, i32 8, i32 2, i32 2, i32 9, i32 4, i32 2, i32 10, i32 6, i32 2}
; EMULATION-DAG: !{!"row", i32 0, i32 0, i32 6, i32 -1, i32 6, i32 2}
; EMULATION-DAG: !{!"grid", i32 1, i32 0, i32 16}
; EMULATION-DAG: !{!"points", i32 2, i32 0, i32 8}
