; A member with an undefined default takes an id, so that later ids do not depend on it, but is not reported, because
; it cannot be set. Poison counts as undef.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefixes=CHECK,EMULATION
; RUN: sed -e 's/undef/poison/g' %s | %opt -S -passes='spec-constants<native>,verify' | FileCheck %s --check-prefixes=CHECK,NATIVE

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%holes = type { i32, i32, float }

@name_holes = private unnamed_addr constant [6 x i8] c"holes\00"
@name_next = private unnamed_addr constant [5 x i8] c"next\00"
@default_holes = internal constant { %holes } { %holes { i32 1, i32 undef, float 2.000000e+00 } }
@default_next = internal constant { i32 } { i32 3 }

; CHECK-LABEL: define spir_kernel void @kernel_holes(
define spir_kernel void @kernel_holes(ptr %out, ptr %buffer) {
; NATIVE:       %[[A:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; NATIVE-NEXT:  %[[C:.*]] = call float @_Z20__spirv_SpecConstantif(i32 2, float 2.000000e+00)
; NATIVE-NEXT:  call %holes @_Z29__spirv_SpecConstantCompositeiif_Rholes(i32 %[[A]], i32 undef, float %[[C]])
  %holes = call %holes @_Z40__sycl_getComposite2020SpecConstantValueI5holesET_PKcPKvS5_(ptr @name_holes, ptr @default_holes, ptr %buffer)
  store %holes %holes, ptr %out
; NATIVE:       call i32 @_Z20__spirv_SpecConstantii(i32 3, i32 3)
  %next = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_next, ptr @default_next, ptr %buffer)
  store i32 %next, ptr %out
  ret void
}

declare %holes @_Z40__sycl_getComposite2020SpecConstantValueI5holesET_PKcPKvS5_(ptr, ptr, ptr)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

; NATIVE-DAG:    !{!"holes", i32 0, i32 0, i32 4, i32 2, i32 8, i32 4}
; NATIVE-DAG:    !{!"next", i32 3, i32 0, i32 4}
; EMULATION-DAG: !{!"holes", i32 0, i32 0, i32 12}
; EMULATION-DAG: !{!"next", i32 1, i32 0, i32 4}
