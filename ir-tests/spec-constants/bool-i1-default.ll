; The default of a `bool` may be an i1 as well. A member of a composite is set by one byte too.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS

target datalayout = "e-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%flags = type { i1, i32, i1 }

@name_bit = private unnamed_addr constant [4 x i8] c"bit\00"
@name_flags = private unnamed_addr constant [6 x i8] c"flags\00"
@default_bit = internal constant { i1 } { i1 true }
@default_flags = internal constant { %flags } { %flags { i1 false, i32 3, i1 true } }

define spir_kernel void @kernel_bool(ptr %out, ptr %buffer) {
; NATIVE-LABEL: define spir_kernel void @kernel_bool(
; NATIVE:         %[[BYTE:.*]] = call i8 @_Z20__spirv_SpecConstantia(i32 0, i8 1)
; NATIVE-NEXT:    %[[BIT:.*]] = trunc i8 %[[BYTE]] to i1
; NATIVE-NEXT:    store i1 %[[BIT]], ptr %out
; DEFAULTS-LABEL: define spir_kernel void @kernel_bool(
; DEFAULTS-NEXT:  store i1 true, ptr %out
  %bit = call i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr @name_bit, ptr @default_bit, ptr %buffer)
  store i1 %bit, ptr %out
; NATIVE:         %[[BYTE0:.*]] = call i8 @_Z20__spirv_SpecConstantia(i32 1, i8 0)
; NATIVE-NEXT:    %[[BIT0:.*]] = trunc i8 %[[BYTE0]] to i1
; NATIVE-NEXT:    %[[NUMBER:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 2, i32 3)
; NATIVE-NEXT:    %[[BYTE1:.*]] = call i8 @_Z20__spirv_SpecConstantia(i32 3, i8 1)
; NATIVE-NEXT:    %[[BIT1:.*]] = trunc i8 %[[BYTE1]] to i1
; NATIVE-NEXT:    %[[ALL:.*]] = call %flags @_Z29__spirv_SpecConstantCompositebib_Rflags(i1 %[[BIT0]], i32 %[[NUMBER]], i1 %[[BIT1]])
; NATIVE-NEXT:    store %flags %[[ALL]], ptr %out
; DEFAULTS-NEXT:  store %flags { i1 false, i32 3, i1 true }, ptr %out
  %flags = call %flags @_Z40__sycl_getComposite2020SpecConstantValueI5flagsET_PKcPKvS5_(ptr @name_flags, ptr @default_flags, ptr %buffer)
  store %flags %flags, ptr %out
  ret void
}

declare i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr, ptr, ptr)
declare %flags @_Z40__sycl_getComposite2020SpecConstantValueI5flagsET_PKcPKvS5_(ptr, ptr, ptr)

; NATIVE: = !{!"bit", i32 0, i32 0, i32 1}
; NATIVE: = !{!"flags", i32 1, i32 0, i32 1, i32 2, i32 4, i32 4, i32 3, i32 8, i32 1, i32 -1, i32 9, i32 3}
