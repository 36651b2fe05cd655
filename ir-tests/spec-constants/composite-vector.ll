; A vector of four, a vector of three, and a struct that holds one of three. A vector has no padding at its end, also
; where its alignment is that of four elements; a struct around it does.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefix=EMULATION
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%with_vector = type { <3 x float>, i32 }

@name_four = private unnamed_addr constant [5 x i8] c"four\00"
@name_three = private unnamed_addr constant [6 x i8] c"three\00"
@name_struct = private unnamed_addr constant [7 x i8] c"struct\00"
@default_four = internal constant { <4 x i32> } { <4 x i32> <i32 1, i32 2, i32 3, i32 4> }
@default_three = internal constant { <3 x float> } { <3 x float> <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00> }
@default_struct = internal constant { %with_vector } { %with_vector { <3 x float> <float 4.000000e+00, float 5.000000e+00, float 6.000000e+00>, i32 7 } }

define spir_kernel void @kernel_vectors(ptr %out, ptr %buffer) {
; NATIVE:         call <4 x i32> @_Z29__spirv_SpecConstantCompositeiiii_RDv4_i(
; EMULATION:      getelementptr i8, ptr %buffer, i32 0
; EMULATION-NEXT: load <4 x i32>, ptr %{{.*}}, align 16
; DEFAULTS:       store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr %out
  %four = call <4 x i32> @_Z40__sycl_getComposite2020SpecConstantValueI4fourET_PKcPKvS5_(ptr @name_four, ptr @default_four, ptr %buffer)
  store <4 x i32> %four, ptr %out
; NATIVE:         call <3 x float> @_Z29__spirv_SpecConstantCompositefff_RDv3_f(
; EMULATION:      getelementptr i8, ptr %buffer, i32 16
; EMULATION-NEXT: load <3 x float>, ptr %{{.*}}, align 16
; DEFAULTS:       store <3 x float> <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00>, ptr %out
  %three = call <3 x float> @_Z40__sycl_getComposite2020SpecConstantValueI5threeET_PKcPKvS5_(ptr @name_three, ptr @default_three, ptr %buffer)
  store <3 x float> %three, ptr %out
; NATIVE:         call %with_vector @_Z29__spirv_SpecConstantCompositeDv3_fi_Rwith_vector(<3 x float> %{{.*}}, i32 %{{.*}})
; EMULATION:      getelementptr i8, ptr %buffer, i32 32
; EMULATION-NEXT: load %with_vector, ptr %{{.*}}, align 16
; DEFAULTS:       store %with_vector { <3 x float> <float 4.000000e+00, float 5.000000e+00, float 6.000000e+00>, i32 7 }, ptr %out
  %struct = call %with_vector @_Z40__sycl_getComposite2020SpecConstantValueI6structET_PKcPKvS5_(ptr @name_struct, ptr @default_struct, ptr %buffer)
  store %with_vector %struct, ptr %out
  ret void
}

declare <4 x i32> @_Z40__sycl_getComposite2020SpecConstantValueI4fourET_PKcPKvS5_(ptr, ptr, ptr)
declare <3 x float> @_Z40__sycl_getComposite2020SpecConstantValueI5threeET_PKcPKvS5_(ptr, ptr, ptr)
declare %with_vector @_Z40__sycl_getComposite2020SpecConstantValueI6structET_PKcPKvS5_(ptr, ptr, ptr)

; NATIVE-DAG:    !{!"four", i32 0, i32 0, i32 4, i32 1, i32 4, i32 4, i32 2, i32 8, i32 4, i32 3, i32 12, i32 4}
; NATIVE-DAG:    !{!"three", i32 4, i32 0, i32 4, i32 5, i32 4, i32 4, i32 6, i32 8, i32 4}
; NATIVE-DAG:    !{!"struct", i32 7, i32 0, i32 4, i32 8, i32 4, i32 4, i32 9, i32 8, i32 4, i32 10, i32 16, i32 4, i32 -1, i32 20, i32 12}
; EMULATION-DAG: !{!"four", i32 0, i32 0, i32 16}
; EMULATION-DAG: !{!"three", i32 1, i32 0, i32 12, i32 -1, i32 12, i32 4}
; EMULATION-DAG: !{!"struct", i32 2, i32 0, i32 32}
; EMULATION-DAG: !{[4 x i8] zeroinitializer}
