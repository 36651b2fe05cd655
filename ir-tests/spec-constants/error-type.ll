; In every mode a constant is made of what a runtime can set by its bytes: no addresses, no floating-point types that devices
; lack, no vectors of bits and none of unknown length.

; RUN: sed -e 's/TYPE/ptr/' %s | not %opt -S -passes='spec-constants<native>' -o %t.out 2>&1 | FileCheck %s -DTYPE='ptr'
; RUN: sed -e 's/TYPE/<4 x i1>/' %s | not %opt -S -passes='spec-constants<native>' -o %t.out 2>&1 | FileCheck %s -DTYPE='<4 x i1>'
; RUN: sed -e 's/TYPE/{ i32, ptr }/' %s | not %opt -S -passes='spec-constants<emulation>' -o %t.out 2>&1 | FileCheck %s -DTYPE='{ i32, ptr }'
; RUN: sed -e 's/TYPE/<vscale x 4 x i32>/' %s | not %opt -S -passes='spec-constants<emulation>' -o %t.out 2>&1 | FileCheck %s -DTYPE='<vscale x 4 x i32>'
; RUN: sed -e 's/TYPE/fp128/' %s | not %opt -S -passes='spec-constants<default-values>' -o %t.out 2>&1 | FileCheck %s -DTYPE='fp128'
; RUN: not ls %t.out

; CHECK: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has a value of type [[TYPE]]; expected integers, half, bfloat, float or double, or structs, arrays and vectors of them

@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { [4 x i64] } zeroinitializer

define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %value = call TYPE @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store TYPE %value, ptr %out
  ret void
}

declare TYPE @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
