; A name is a constant array of bytes.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=spec-constants %t/number.ll -o %t/out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes=spec-constants %t/words.ll -o %t/out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes=spec-constants %t/declared.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=DECLARED
; RUN: not %opt -S -passes=spec-constants %t/function.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=FUNCTION
; RUN: not ls %t/out

; CHECK: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has the name `name`; expected a constant string
; DECLARED: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has the name `name`, which has no initializer here; expected a constant string
; FUNCTION: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has the name function `name`; expected a constant string

;--- number.ll
@name = private unnamed_addr constant i64 1701667182
@default = internal constant { i32 } { i32 1 }
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- words.ll
@name = private unnamed_addr constant [2 x i16] [ i16 97, i16 0 ]
@default = internal constant { i32 } { i32 1 }
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- declared.ll
@name = external constant [5 x i8]
@default = internal constant { i32 } { i32 1 }
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- function.ll
@default = internal constant { i32 } { i32 1 }
declare void @name()
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
