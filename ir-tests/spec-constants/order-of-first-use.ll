; Ids are assigned by first use, in the order of functions, blocks and instructions. The order of names, defaults and
; declarations does not matter, nor does the order of execution, nor the order of use lists, which bitcode may change.

; RUN: %opt -S -passes='spec-constants,verify' %s | FileCheck %s
; RUN: opt -passes=verify %s -o %t.bc
; RUN: %opt -S -passes='spec-constants,verify' %t.bc | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

@name_fourth = private unnamed_addr constant [7 x i8] c"fourth\00"
@name_third = private unnamed_addr constant [6 x i8] c"third\00"
@name_second = private unnamed_addr constant [7 x i8] c"second\00"
@name_first = private unnamed_addr constant [6 x i8] c"first\00"
@default_64 = internal constant { i64 } { i64 64 }
@default_32 = internal constant { i32 } { i32 32 }

; CHECK-LABEL: define spir_func void @helper_after(
define spir_func void @helper_after(i1 %late, ptr %out, ptr %buffer) {
entry:
  br label %middle

exit:
; CHECK: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 32)
  %first = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_first, ptr @default_32, ptr %buffer)
  store i32 %first, ptr %out
  ret void

middle:
; CHECK: call i64 @_Z20__spirv_SpecConstantix(i32 1, i64 64)
  %second = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_second, ptr @default_64, ptr %buffer)
  store i64 %second, ptr %out
  br label %exit
}

; CHECK-LABEL: define spir_kernel void @kernel_before(
define spir_kernel void @kernel_before(ptr %out, ptr %buffer) {
; CHECK: call i64 @_Z20__spirv_SpecConstantix(i32 2, i64 64)
  %third = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_third, ptr @default_64, ptr %buffer)
  store i64 %third, ptr %out
; CHECK: call i32 @_Z20__spirv_SpecConstantii(i32 3, i32 32)
  %fourth = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_fourth, ptr @default_32, ptr %buffer)
  store i32 %fourth, ptr %out
; CHECK: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 32)
  %again = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_first, ptr @default_32, ptr %buffer)
  store i32 %again, ptr %out
  call spir_func void @helper_after(i1 true, ptr %out, ptr %buffer)
  ret void
}

uselistorder ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_, { 1, 2, 0 }
uselistorder ptr @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_, { 1, 0 }

; CHECK: !sycl.specialization-constants = !{![[FIRST:[0-9]+]], ![[SECOND:[0-9]+]], ![[THIRD:[0-9]+]], ![[FOURTH:[0-9]+]]}
; CHECK-DAG: ![[FIRST]] = !{!"first", i32 0,
; CHECK-DAG: ![[SECOND]] = !{!"second", i32 1,
; CHECK-DAG: ![[THIRD]] = !{!"third", i32 2,
; CHECK-DAG: ![[FOURTH]] = !{!"fourth", i32 3,
