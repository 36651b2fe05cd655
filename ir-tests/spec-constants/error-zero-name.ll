; An empty name is an error. LLVM writes an empty string as zeroinitializer.

; RUN: not %opt -S -passes=spec-constants %s -o %t.out 2>&1 | FileCheck %s

; CHECK: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has the name `name`; expected a constant string

target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [1 x i8] zeroinitializer
@default = internal constant { i32 } { i32 1 }
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
