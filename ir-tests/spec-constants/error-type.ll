; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes='spec-constants<native>' %t/pointer.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=POINTER
; RUN: not %opt -S -passes='spec-constants<emulation>' %t/pointer.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=POINTER
; RUN: not %opt -S -passes='spec-constants<default-values>' %t/pointer.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=POINTER
; RUN: not %opt -S -passes='spec-constants<native>' %t/member.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=MEMBER
; RUN: not %opt -S -passes='spec-constants<emulation>' %t/member.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=MEMBER
; RUN: not %opt -S -passes='spec-constants<default-values>' %t/member.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=MEMBER
; RUN: not %opt -S -passes='spec-constants<native>' %t/wide-float.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=WIDE-FLOAT
; RUN: not %opt -S -passes='spec-constants<emulation>' %t/wide-float.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=WIDE-FLOAT
; RUN: not %opt -S -passes='spec-constants<default-values>' %t/wide-float.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=WIDE-FLOAT
; RUN: not %opt -S -passes='spec-constants<native>' %t/bit-vector.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=BIT-VECTOR
; RUN: not %opt -S -passes='spec-constants<emulation>' %t/bit-vector.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=BIT-VECTOR
; RUN: not %opt -S -passes='spec-constants<default-values>' %t/bit-vector.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=BIT-VECTOR
; RUN: not %opt -S -passes='spec-constants<native>' %t/scalable.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=SCALABLE
; RUN: not %opt -S -passes='spec-constants<emulation>' %t/scalable.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=SCALABLE
; RUN: not %opt -S -passes='spec-constants<default-values>' %t/scalable.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=SCALABLE
; RUN: not ls %t/out

; Constants are made of what a runtime can set by its bytes: no addresses, no floating-point types that devices do not
; have, no vectors of bits.

; POINTER: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has a value of type ptr; expected integers, half, bfloat, float or double, or structs, arrays and vectors of them
; MEMBER: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has a value of type %member; expected integers, half, bfloat, float or double, or structs, arrays and vectors of them
; WIDE-FLOAT: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has a value of type fp128; expected integers, half, bfloat, float or double, or structs, arrays and vectors of them
; BIT-VECTOR: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has a value of type <4 x i1>; expected integers, half, bfloat, float or double, or structs, arrays and vectors of them
; SCALABLE: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has a value of type <vscale x 4 x i32>; expected integers, half, bfloat, float or double, or structs, arrays and vectors of them

;--- pointer.ll
@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { ptr } zeroinitializer
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %value = call ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store ptr %value, ptr %out
  ret void
}
declare ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- member.ll
%member = type { i32, ptr }
@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { %member } zeroinitializer
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %value = call %member @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store %member %value, ptr %out
  ret void
}
declare %member @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- wide-float.ll
@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { fp128 } zeroinitializer
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %value = call fp128 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store fp128 %value, ptr %out
  ret void
}
declare fp128 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- bit-vector.ll
@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { <4 x i1> } zeroinitializer
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %value = call <4 x i1> @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store <4 x i1> %value, ptr %out
  ret void
}
declare <4 x i1> @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- scalable.ll
@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { [4 x i32] } zeroinitializer
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %value = call <vscale x 4 x i32> @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store <vscale x 4 x i32> %value, ptr %out
  ret void
}
declare <vscale x 4 x i32> @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
