; A constant can have any text as its name. Names that are not UTF-8 are errors, because two of them could look the same
; in the output.

; RUN: rm -rf %t && split-file %s %t
; RUN: cat %t/common.ll %t/quotes.ll | %opt -S -passes='spec-constants<native>,verify' | FileCheck %s
; RUN: cat %t/common.ll %t/not-utf-8.ll | not %opt -S -passes='spec-constants<native>' -o %t/out 2>&1 | FileCheck %s --check-prefix=UTF
; RUN: cat %t/common.ll %t/zero.ll | not %opt -S -passes='spec-constants<emulation>' -o %t/out 2>&1 | FileCheck %s --check-prefix=ZERO
; RUN: cat %t/common.ll %t/offset.ll | not %opt -S -passes='spec-constants<default-values>' -o %t/out 2>&1 | FileCheck %s --check-prefix=OFFSET
; RUN: not ls %t/out

; CHECK: !{!"a\22b{{.*}}c\C3\A9=|", i32 0, i32 0, i32 4}
; UTF: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has the name "A\xff", which is not UTF-8; expected a constant string in UTF-8
; ZERO: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has the name "A\x00B" with a zero byte in it; expected a constant string that ends with its zero byte
; OFFSET: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `kernel` has the name `ptr getelementptr {{.*}}; expected a constant string

;--- common.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"
@default = internal constant { i32 } { i32 7 }
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- quotes.ll
@name = private unnamed_addr constant [9 x i8] c"a\22b\5Cc\C3\A9=|"
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  ret void
}

;--- not-utf-8.ll
@name = private unnamed_addr constant [3 x i8] c"A\FF\00"
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  ret void
}

;--- zero.ll
@name = private unnamed_addr constant [4 x i8] c"A\00B\00"
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  ret void
}

;--- offset.ll
@name = private unnamed_addr constant [3 x i8] c"AB\00"
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr getelementptr (i8, ptr @name, i64 1), ptr @default, ptr %buffer)
  ret void
}
