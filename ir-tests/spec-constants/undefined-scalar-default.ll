; A constant without any default (undef as a whole, or zeroinitializer) can still be set: its default is zero.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefix=EMULATION

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, float }

@name_undef = private unnamed_addr constant [6 x i8] c"undef\00"
@name_zero = private unnamed_addr constant [5 x i8] c"zero\00"
@default_undef = internal constant { i32 } undef
@default_zero = internal constant { %pair } zeroinitializer

define spir_kernel void @kernel_no_default(ptr %out, ptr %buffer) {
; NATIVE:       call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 0)
  %undef = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_undef, ptr @default_undef, ptr %buffer)
  store i32 %undef, ptr %out
; NATIVE:       call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 0)
; NATIVE:       call float @_Z20__spirv_SpecConstantif(i32 2, float 0.000000e+00)
  %zero = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name_zero, ptr @default_zero, ptr %buffer)
  store %pair %zero, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr)

; NATIVE-DAG:    !{!"undef", i32 0, i32 0, i32 4}
; NATIVE-DAG:    !{!"zero", i32 1, i32 0, i32 4, i32 2, i32 4, i32 4}
; EMULATION-DAG: !{!"undef", i32 0, i32 0, i32 4}
; EMULATION-DAG: !{!"zero", i32 1, i32 0, i32 8}
