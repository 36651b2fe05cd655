; If the result is returned in memory, only `sret` gives its type.

; RUN: rm -f %t.out
; RUN: not %opt -S -passes='spec-constants<native>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<emulation>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='spec-constants<default-values>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out

; CHECK: error: call of `_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_` in function `kernel_memory` has a first argument without `sret`; expected `sret(T)` on it

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"pair\00"
@default = internal constant { { i32, i32 } } zeroinitializer

define spir_kernel void @kernel_memory(ptr %out, ptr %buffer) {
  call void @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr %out, ptr @name, ptr @default, ptr %buffer)
  ret void
}

declare void @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr, ptr)
