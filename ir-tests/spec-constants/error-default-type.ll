; A default must have a type whose bytes the runtime knows, whatever the type of the call.

; RUN: sed -e 's/TYPE/fp128/' %s | not %opt -S -passes='spec-constants<native>' -o %t.out 2>&1 | FileCheck %s -DTYPE=fp128
; RUN: sed -e 's/TYPE/x86_fp80/' %s | not %opt -S -passes='spec-constants<emulation>' -o %t.out 2>&1 | FileCheck %s -DTYPE=x86_fp80
; RUN: sed -e 's/TYPE/[4 x ppc_fp128]/' %s | not %opt -S -passes='spec-constants<default-values>' -o %t.out 2>&1 | FileCheck %s -DTYPE=ppc_fp128
; RUN: sed -e 's/TYPE/<4 x i1>/' %s | not %opt -S -passes='spec-constants<native>' -o %t.out 2>&1 | FileCheck %s -DTYPE='<4 x i1>'
; RUN: sed -e 's/TYPE/{ i32, <2 x ptr> }/' %s | not %opt -S -passes='spec-constants<native>' -o %t.out 2>&1 | FileCheck %s -DTYPE=ptr
; RUN: sed -e 's/TYPE/fp128/' %s > %t.ll
; RUN: not %opt -disable-output -passes='sycl-post-link<spec-const=native;split=kernel;o=%t.table>' %t.ll 2>&1 | FileCheck %s -DTYPE=fp128
; RUN: not %opt -disable-output -passes='sycl-post-link<spec-const=native;split=kernel;jobs=2;o=%t.table>' %t.ll 2>&1 | FileCheck %s -DTYPE=fp128

; CHECK: error: default of specialization constant `size` in function `kernel` contains a value of type [[TYPE]]; expected integers and floating-point numbers of at most 64 bits

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { TYPE } zeroinitializer

define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}
define spir_kernel void @kernel_other() #0 {
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
