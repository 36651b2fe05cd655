; Every leaf of a native constant needs an id, a call in each use and a descriptor. A composite with 2^20 leaves is
; rejected before anything is created.

; RUN: rm -f %t.out
; RUN: not %opt -S -passes='spec-constants<native>' %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefix=EMULATION
; RUN: sed -e 's/1048576 x i8/2000 x i64/' %s | %opt -S -passes='spec-constants<native>,verify' | FileCheck %s --check-prefix=NATIVE

; CHECK: error: specialization constant `table` in function `kernel` has type [1048576 x i8], which is made of 1048577 numbers, arrays and structs; expected at most 16384 (the emulation mode takes more)
; EMULATION: load [1048576 x i8], ptr
; NATIVE: call i64 @_Z20__spirv_SpecConstantix(i32 1999, i64 0)

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [6 x i8] c"table\00"
@default = internal constant { [1048576 x i8] } zeroinitializer

define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  call void @_Z40__sycl_getComposite2020SpecConstantValueI1tET_PKcPKvS5_(ptr sret([1048576 x i8]) %out, ptr @name, ptr @default, ptr %buffer)
  ret void
}

declare void @_Z40__sycl_getComposite2020SpecConstantValueI1tET_PKcPKvS5_(ptr sret([1048576 x i8]), ptr, ptr, ptr)
