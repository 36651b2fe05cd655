; clang writes the gaps of a struct as arrays in the type of a value, but not in the type of a constant. Members are
; matched by their offsets. An array that lies in a gap of the default is undefined and not reported, but takes an id.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%spelled = type { i8, [3 x i8], i32 }
%plain = type { i8, i32 }

@name = private unnamed_addr constant [4 x i8] c"pad\00"
@name_next = private unnamed_addr constant [5 x i8] c"next\00"
@default = internal constant { %plain } { %plain { i8 5, i32 6 } }
@default_next = internal constant { i32 } { i32 7 }

define spir_kernel void @kernel_padding(ptr %out, ptr %buffer) {
; NATIVE:        %[[FIRST:.*]] = call i8 @_Z20__spirv_SpecConstantia(i32 0, i8 5)
; NATIVE-NEXT:   %[[SECOND:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 2, i32 6)
; NATIVE-NEXT:   call %spelled @_Z29__spirv_SpecConstantCompositeaA3_ai_Rspelled(i8 %[[FIRST]], [3 x i8] undef, i32 %[[SECOND]])
; NATIVE:        call i32 @_Z20__spirv_SpecConstantii(i32 3, i32 7)
; DEFAULTS:      store %spelled { i8 5, [3 x i8] {{zeroinitializer|undef}}, i32 6 }, ptr %out
  %value = call %spelled @_Z40__sycl_getComposite2020SpecConstantValueI3padET_PKcPKvS5_(ptr @name, ptr @default, ptr %buffer)
  store %spelled %value, ptr %out
  %next = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_next, ptr @default_next, ptr %buffer)
  store i32 %next, ptr %out
  ret void
}

declare %spelled @_Z40__sycl_getComposite2020SpecConstantValueI3padET_PKcPKvS5_(ptr, ptr, ptr)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

; NATIVE-DAG: !{!"pad", i32 0, i32 0, i32 1, i32 2, i32 4, i32 4}
; NATIVE-DAG: !{!"next", i32 3, i32 0, i32 4}
