; Unoptimized code may use a constant through an invoke. Nothing is thrown: the value and a branch replace the invoke,
; and phis in the landing pad lose the block.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefixes=CHECK,EMULATION
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefixes=CHECK,DEFAULTS

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { i32 } { i32 7 }

; CHECK-LABEL: define spir_kernel void @kernel_invoke(
define spir_kernel void @kernel_invoke(ptr %out, ptr %buffer) personality ptr @personality {
entry:
  invoke void @may_throw() to label %ask unwind label %caught
; CHECK:          ask:
; NATIVE-NEXT:    %size = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 7)
; EMULATION:      %size = load i32
; CHECK-NEXT:     br label %use
ask:
  %size = invoke i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
          to label %use unwind label %caught
; NATIVE:         store i32 %size, ptr %out
; EMULATION:      store i32 %size, ptr %out
; DEFAULTS:       store i32 7, ptr %out
use:
  store i32 %size, ptr %out
  ret void
; CHECK:      caught:
; CHECK-NOT:  %ask
caught:
  %from = phi i32 [ 1, %entry ], [ 2, %ask ]
  %pad = landingpad { ptr, i32 } cleanup
  store i32 %from, ptr %out
  ret void
}

declare i32 @personality(...)
declare void @may_throw()
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
