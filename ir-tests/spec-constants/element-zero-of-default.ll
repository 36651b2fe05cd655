; The address of a default's first member is the address of the default: an index of zeros counts as a cast.

; RUN: %opt -S -passes='spec-constants,verify' %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"zero\00"
@default = internal constant { { i32 } } { { i32 } { i32 21 } }

define spir_kernel void @kernel_zero(ptr %out, ptr %buffer) {
; CHECK: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 21)
; CHECK: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 21)
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr getelementptr inbounds ([5 x i8], ptr @name, i64 0, i64 0), ptr getelementptr inbounds ({ { i32 } }, ptr @default, i64 0, i32 0), ptr %buffer)
  store i32 %a, ptr %out
  %first = getelementptr inbounds { { i32 } }, ptr @default, i64 0, i32 0
  %b = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr %first, ptr %buffer)
  store i32 %b, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
