; Code that no kernel needs is not in the image, so it cannot make the run fail: addresses of the builtin, malformed
; calls, contradicting calls. Code that a table in every image refers to can.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;o=%t/x.table>' %s
; RUN: llvm-dis %t/x_0.bc -o - | FileCheck %s --implicit-check-not=@_Z37 --implicit-check-not=@dead --implicit-check-not=@table
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=emulation;generate-device-image-default-spec-consts;o=%t/y.table>' %s
; RUN: sed -e 's/internal constant \[1 x/constant [1 x/' %s > %t/kept.ll
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;o=%t/z.table>' %t/kept.ll 2>&1 | FileCheck %s --check-prefix=KEPT

; CHECK: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 7)
; KEPT: error: `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` is used in a constant other than by a call; expected calls only (see variable `table`)

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { i32 } { i32 7 }
@default_other = internal constant { i32 } { i32 8 }
@table = internal constant [1 x ptr] [ ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_ ]

define spir_kernel void @kernel(ptr %out, ptr %buffer) #0 {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}
define internal void @dead(ptr %name) {
  %malformed = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %name, ptr @default, ptr null)
  %conflict = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default_other, ptr null)
  store ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_, ptr %name
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
