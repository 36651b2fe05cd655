; A gap before a member shows in the member's offset; it has no record of its own.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%gap = type { i8, i32, i16, i64 }

@name = private unnamed_addr constant [4 x i8] c"gap\00"
@default = internal constant { %gap } { %gap { i8 1, i32 2, i16 3, i64 4 } }

define spir_kernel void @kernel_gap(ptr %out, ptr %buffer) {
; CHECK: call %gap @_Z29__spirv_SpecConstantCompositeaisx_Rgap(
  %gap = call %gap @_Z40__sycl_getComposite2020SpecConstantValueI3gapET_PKcPKvS5_(ptr @name, ptr @default, ptr %buffer)
  store %gap %gap, ptr %out
  ret void
}

declare %gap @_Z40__sycl_getComposite2020SpecConstantValueI3gapET_PKcPKvS5_(ptr, ptr, ptr)

; CHECK: = !{!"gap", i32 0, i32 0, i32 1, i32 1, i32 4, i32 4, i32 2, i32 8, i32 2, i32 3, i32 16, i32 8}
