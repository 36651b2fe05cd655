; A huge default is rejected before memory of its size is allocated.

; RUN: rm -f %t.out
; RUN: not %opt -S -passes=spec-constants %s -o %t.out 2>&1 | FileCheck %s
; RUN: not ls %t.out

; CHECK: error: default of specialization constant `large` in function `kernel` has 34359738368 bytes; expected at most {{[0-9]+}}

target datalayout = "e-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [6 x i8] c"large\00"
@default = internal constant { [4294967296 x i64] } zeroinitializer

define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  call void @_Z40__sycl_getComposite2020SpecConstantValueI5largeET_PKcPKvS5_(ptr sret([4294967296 x i64]) %out, ptr @name, ptr @default, ptr %buffer)
  ret void
}

declare void @_Z40__sycl_getComposite2020SpecConstantValueI5largeET_PKcPKvS5_(ptr sret([4294967296 x i64]), ptr, ptr, ptr)
