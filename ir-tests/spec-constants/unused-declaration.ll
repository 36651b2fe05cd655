; A module that uses no constant is unchanged, byte for byte, even if it declares the function and has named metadata of
; its own.

; RUN: %opt -S -passes='spec-constants,verify' %s -o %t.after
; RUN: opt -S -passes=verify %s -o %t.before
; RUN: diff %t.before %t.after

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"name\00"
@default = internal constant { i32 } { i32 1 }

define spir_kernel void @kernel_without_constants(ptr %out) {
  store i32 1, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

!own = !{!0}
!0 = !{!"own"}
