; All uses of a constant must have the same type and default, since the runtime knows only one of each.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=spec-constants %t/type.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=TYPE
; RUN: not %opt -S -passes=spec-constants %t/default.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=DEFAULT
; RUN: not ls %t/out

; TYPE: error: specialization constant `size` in function `kernel_second` has type float; expected i32 as in its first use
; DEFAULT: error: specialization constant `size` in function `kernel_second` has default `i32 2`; expected default `i32 1` as in its first use

;--- type.ll
@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { i32 } { i32 1 }
define spir_kernel void @kernel_first(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}
define spir_kernel void @kernel_second(ptr %out, ptr %buffer) {
  %size = call float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store float %size, ptr %out
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare float @_Z37__sycl_getScalar2020SpecConstantValueIfET_PKcPKvS4_(ptr, ptr, ptr)

;--- default.ll
@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { i32 } { i32 1 }
@default_other = internal constant { i32 } { i32 2 }
define spir_kernel void @kernel_first(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}
define spir_kernel void @kernel_second(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default_other, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
