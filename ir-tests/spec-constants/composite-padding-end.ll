; Padding at the end of a struct, nested ones too, has a record with the id of all ones: the runtime adds up sizes to
; find the next constant.
;
;   outer { i32 @0, tail { i32 @4, i8 @8, padding @9..12 }, tail { i32 @12, i8 @16, padding @17..20 } }

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%tail = type { i32, i8 }
%outer = type { i32, %tail, %tail }

@name_tail = private unnamed_addr constant [5 x i8] c"tail\00"
@name_outer = private unnamed_addr constant [6 x i8] c"outer\00"
@default_tail = internal constant { %tail } zeroinitializer
@default_outer = internal constant { %outer } { %outer { i32 1, %tail { i32 2, i8 3 }, %tail { i32 4, i8 5 } } }

define spir_kernel void @kernel_tail(ptr %out, ptr %buffer) {
; CHECK: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 0)
; CHECK: call i8 @_Z20__spirv_SpecConstantia(i32 1, i8 0)
  %tail = call %tail @_Z40__sycl_getComposite2020SpecConstantValueI4tailET_PKcPKvS5_(ptr @name_tail, ptr @default_tail, ptr %buffer)
  store %tail %tail, ptr %out
; CHECK: call i8 @_Z20__spirv_SpecConstantia(i32 6, i8 5)
  %outer = call %outer @_Z40__sycl_getComposite2020SpecConstantValueI5outerET_PKcPKvS5_(ptr @name_outer, ptr @default_outer, ptr %buffer)
  store %outer %outer, ptr %out
  ret void
}

declare %tail @_Z40__sycl_getComposite2020SpecConstantValueI4tailET_PKcPKvS5_(ptr, ptr, ptr)
declare %outer @_Z40__sycl_getComposite2020SpecConstantValueI5outerET_PKcPKvS5_(ptr, ptr, ptr)

; CHECK-DAG: !{!"tail", i32 0, i32 0, i32 4, i32 1, i32 4, i32 1, i32 -1, i32 5, i32 3}
; CHECK-DAG: !{!"outer", i32 2, i32 0, i32 4, i32 3, i32 4, i32 4, i32 4, i32 8, i32 1, i32 -1, i32 9, i32 3, i32 5, i32 12, i32 4, i32 6, i32 16, i32 1, i32 -1, i32 17, i32 3}
