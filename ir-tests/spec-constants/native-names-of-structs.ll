; Structs with the same members are different types if one is packed or identified; each has its own builtin. A name
; that is already taken is not used.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%0 = type { i8, i32 }

@_Z20__spirv_SpecConstantix = internal constant i32 0
@name_packed = private unnamed_addr constant [7 x i8] c"packed\00"
@default_packed = internal constant { <{ i8, i32 }> } zeroinitializer
@name_plain = private unnamed_addr constant [6 x i8] c"plain\00"
@default_plain = internal constant { { i8, i32 } } zeroinitializer
@name_unnamed = private unnamed_addr constant [8 x i8] c"unnamed\00"
@default_unnamed = internal constant { %0 } zeroinitializer
@name_long = private unnamed_addr constant [5 x i8] c"long\00"
@default_long = internal constant { i64 } zeroinitializer

define spir_kernel void @kernel(ptr %out, ptr %buffer) {
; CHECK: call <{ i8, i32 }> @_Z29__spirv_SpecConstantCompositeai_Rpacked2_ai(
; CHECK: call { i8, i32 } @_Z29__spirv_SpecConstantCompositeai_Rstruct2_ai(
; CHECK: call %0 @_Z29__spirv_SpecConstantCompositeai_Runnamed2_ai(
; CHECK-COUNT-2: call i64 @_Z20__spirv_SpecConstantix.1(i32 6, i64 0)
  call void @_Z40__sycl_getComposite2020SpecConstantValueI1pET_PKcPKvS5_(ptr sret(<{ i8, i32 }>) %out, ptr @name_packed, ptr @default_packed, ptr %buffer)
  call void @_Z40__sycl_getComposite2020SpecConstantValueI1sET_PKcPKvS5_(ptr sret({ i8, i32 }) %out, ptr @name_plain, ptr @default_plain, ptr %buffer)
  call void @_Z40__sycl_getComposite2020SpecConstantValueI1uET_PKcPKvS5_(ptr sret(%0) %out, ptr @name_unnamed, ptr @default_unnamed, ptr %buffer)
  %long = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIxET_PKcPKvS4_(ptr @name_long, ptr @default_long, ptr %buffer)
  %again = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIxET_PKcPKvS4_(ptr @name_long, ptr @default_long, ptr %buffer)
  ret void
}

declare void @_Z40__sycl_getComposite2020SpecConstantValueI1pET_PKcPKvS5_(ptr, ptr, ptr, ptr)
declare void @_Z40__sycl_getComposite2020SpecConstantValueI1sET_PKcPKvS5_(ptr, ptr, ptr, ptr)
declare void @_Z40__sycl_getComposite2020SpecConstantValueI1uET_PKcPKvS5_(ptr, ptr, ptr, ptr)
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIxET_PKcPKvS4_(ptr, ptr, ptr)
