; SPIR-V has no 128-bit constants (error-wide-integer.ll), but emulation supports them.

; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefix=EMULATION
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS

target datalayout = "e-i64:64-i128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_small = private unnamed_addr constant [6 x i8] c"small\00"
@name_wide = private unnamed_addr constant [5 x i8] c"wide\00"
@default_small = internal constant { i32 } { i32 1 }
@default_wide = internal constant { i128 } { i128 20000000000000000000000 }

define spir_kernel void @kernel_wide(ptr %out, ptr %buffer) {
  %small = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_small, ptr @default_small, ptr %buffer)
  store i32 %small, ptr %out
; EMULATION:      %[[ADDRESS:.*]] = getelementptr i8, ptr %buffer, i32 16
; EMULATION-NEXT: %[[VALUE:.*]] = load i128, ptr %[[ADDRESS]], align 16
; EMULATION-NEXT: store i128 %[[VALUE]], ptr %out
; DEFAULTS:       store i128 20000000000000000000000, ptr %out
  %wide = call i128 @_Z37__sycl_getScalar2020SpecConstantValueInET_PKcPKvS4_(ptr @name_wide, ptr @default_wide, ptr %buffer)
  store i128 %wide, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare i128 @_Z37__sycl_getScalar2020SpecConstantValueInET_PKcPKvS4_(ptr, ptr, ptr)

; EMULATION-DAG: !{!"small", i32 0, i32 0, i32 4, i32 -1, i32 4, i32 12}
; EMULATION-DAG: !{!"wide", i32 1, i32 0, i32 16}
; EMULATION-DAG: !{i128 20000000000000000000000}
