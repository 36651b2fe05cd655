; A struct takes one id for each scalar in it; its value is put together from theirs. In memory, emulated, it is one
; value with one record.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefix=EMULATION
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, float }

@name = private unnamed_addr constant [5 x i8] c"pair\00"
@default = internal constant { %pair } { %pair { i32 7, float 1.500000e+00 } }

define spir_kernel void @kernel_pair(ptr %out, ptr %buffer) {
; NATIVE:         %[[FIRST:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 7)
; NATIVE-NEXT:    %[[SECOND:.*]] = call float @_Z20__spirv_SpecConstantif(i32 1, float 1.500000e+00)
; NATIVE-NEXT:    %[[PAIR:.*]] = call %pair @_Z29__spirv_SpecConstantCompositeif_Rpair(i32 %[[FIRST]], float %[[SECOND]])
; NATIVE-NEXT:    store %pair %[[PAIR]], ptr %out
; EMULATION:      %[[ADDRESS:.*]] = getelementptr i8, ptr %buffer, i32 0
; EMULATION-NEXT: %[[PAIR:.*]] = load %pair, ptr %[[ADDRESS]], align 4
; EMULATION-NEXT: store %pair %[[PAIR]], ptr %out
; DEFAULTS:       store %pair { i32 7, float 1.500000e+00 }, ptr %out
  %pair = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name, ptr @default, ptr %buffer)
  store %pair %pair, ptr %out
  ret void
}

declare %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr)

; NATIVE-DAG:    !{!"pair", i32 0, i32 0, i32 4, i32 1, i32 4, i32 4}
; EMULATION-DAG: !{!"pair", i32 0, i32 0, i32 8}
; NATIVE-DAG:    !{%pair { i32 7, float 1.500000e+00 }}
; EMULATION-DAG: !{%pair { i32 7, float 1.500000e+00 }}
