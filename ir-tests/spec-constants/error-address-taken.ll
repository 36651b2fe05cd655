; The callers of an address are unknown, so the address of the builtin must not be taken.

; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -S -passes=spec-constants %t/stored.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=STORED
; RUN: not %opt -S -passes=spec-constants %t/table.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=TABLE
; RUN: not %opt -S -passes=spec-constants %t/argument.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=STORED
; RUN: not ls %t/out

; STORED: error: `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` is used in function `kernel` other than by a call; expected calls only
; TABLE: error: `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` is used in a constant other than by a call; expected calls only

;--- stored.ll
define spir_kernel void @kernel(ptr %out) {
  store ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_, ptr %out
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- table.ll
@table = constant [1 x ptr] [ ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_ ]
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- argument.ll
define spir_kernel void @kernel(ptr %callee) {
  call void %callee(ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_)
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
