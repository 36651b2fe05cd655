; In a value, a class with a base has the base as its first member; the constant may hold the members of the base
; directly. The bytes are the same.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefix=EMULATION
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%base = type { i32, i16 }
%derived = type { %base, float }
%flat = type { i32, i16, float }

@name = private unnamed_addr constant [8 x i8] c"derived\00"
@default = internal constant { %flat } { %flat { i32 1, i16 2, float 3.000000e+00 } }

define spir_kernel void @kernel_derived(ptr %out, ptr %buffer) {
; NATIVE:        %[[A:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; NATIVE-NEXT:   %[[B:.*]] = call i16 @_Z20__spirv_SpecConstantis(i32 1, i16 2)
; NATIVE-NEXT:   %[[BASE:.*]] = call %base @_Z29__spirv_SpecConstantCompositeis_Rbase(i32 %[[A]], i16 %[[B]])
; NATIVE-NEXT:   %[[C:.*]] = call float @_Z20__spirv_SpecConstantif(i32 2, float 3.000000e+00)
; NATIVE-NEXT:   call %derived @_Z29__spirv_SpecConstantCompositebasef_Rderived(%base %[[BASE]], float %[[C]])
; EMULATION:     load %derived, ptr %{{.*}}, align 4
; DEFAULTS:      store %derived { %base { i32 1, i16 2 }, float 3.000000e+00 }, ptr %out
  %derived = call %derived @_Z40__sycl_getComposite2020SpecConstantValueI7derivedET_PKcPKvS5_(ptr @name, ptr @default, ptr %buffer)
  store %derived %derived, ptr %out
  ret void
}

declare %derived @_Z40__sycl_getComposite2020SpecConstantValueI7derivedET_PKcPKvS5_(ptr, ptr, ptr)

; NATIVE-DAG:    !{!"derived", i32 0, i32 0, i32 4, i32 1, i32 4, i32 2, i32 -1, i32 6, i32 2, i32 2, i32 8, i32 4}
; EMULATION-DAG: !{!"derived", i32 0, i32 0, i32 12}
