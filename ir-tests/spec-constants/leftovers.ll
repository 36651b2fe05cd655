; Names, defaults and functions that only the calls used are removed. Those that others use are kept, and so are those
; that others could use: a default with external linkage, a name that is also printed.

; RUN: %opt -S -passes='spec-constants,verify' %s | FileCheck %s --implicit-check-not=@name_gone --implicit-check-not=@default_gone

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_gone = private unnamed_addr constant [5 x i8] c"gone\00"
@name_kept = private unnamed_addr constant [5 x i8] c"kept\00"
@default_gone = internal constant { i32 } { i32 1 }
@default_kept = internal constant { i32 } { i32 2 }
@default_visible = constant { i32 } { i32 3 }

; CHECK-DAG: @name_kept = private unnamed_addr constant [5 x i8] c"kept\00"
; CHECK-DAG: @default_kept = internal constant { i32 } { i32 2 }
; CHECK-DAG: @default_visible = constant { i32 } { i32 3 }

define spir_kernel void @kernel_leftovers(ptr %out, ptr %buffer) {
  %gone = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_gone, ptr @default_gone, ptr %buffer)
  store i32 %gone, ptr %out
  %kept = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_kept, ptr @default_kept, ptr %buffer)
  store i32 %kept, ptr %out
  %visible = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_visible, ptr @default_visible, ptr %buffer)
  store i32 %visible, ptr %out
  call void @log(ptr @name_kept)
  %read = load i32, ptr @default_kept
  store i32 %read, ptr %out
  ret void
}

@name_visible = private unnamed_addr constant [8 x i8] c"visible\00"

declare void @log(ptr)
; CHECK-NOT: @_Z37__sycl_getScalar2020SpecConstantValue
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
