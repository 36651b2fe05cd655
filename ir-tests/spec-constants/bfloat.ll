; bfloat is a floating-point type of 16 bits like half, with its own letters in the builtin's name.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefixes=NATIVE,RECORDS
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefixes=EMULATION,RECORDS
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS

target datalayout = "e-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [3 x i8] c"bf\00"
@default = internal constant { bfloat } { bfloat 0xR3FC0 }

define spir_kernel void @kernel_bfloat(ptr %out, ptr %buffer) {
; NATIVE:         %[[VALUE:.*]] = call bfloat @_Z20__spirv_SpecConstantiDF16b(i32 0, bfloat 0xR3FC0)
; NATIVE-NEXT:    store bfloat %[[VALUE]], ptr %out
; EMULATION:      %[[ADDRESS:.*]] = getelementptr i8, ptr %buffer, i32 0
; EMULATION-NEXT: %[[VALUE:.*]] = load bfloat, ptr %[[ADDRESS]], align 2
; EMULATION-NEXT: store bfloat %[[VALUE]], ptr %out
; DEFAULTS:       store bfloat 0xR3FC0, ptr %out
  %value = call bfloat @_Z37__sycl_getScalar2020SpecConstantValueIDF16bET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store bfloat %value, ptr %out
  ret void
}

declare bfloat @_Z37__sycl_getScalar2020SpecConstantValueIDF16bET_PKcPKvS4_(ptr, ptr, ptr)

; RECORDS-DAG: !{!"bf", i32 0, i32 0, i32 2}
; RECORDS-DAG: !{bfloat 0xR3FC0}
