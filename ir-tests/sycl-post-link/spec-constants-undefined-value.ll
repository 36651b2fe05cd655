; A constant without a default becomes undef, which other code uses too: the module is still restored correctly, and no
; image depends on the ones before.

; RUN: rm -rf %t && mkdir %t
; RUN: opt -S -passes=verify %s -o %t/before.ll
; RUN: %opt -S -passes='sycl-post-link<split=kernel;spec-const=native;symbols;o=%t/one.table>' %s -o %t/after.ll
; RUN: diff %t/before.ll %t/after.ll
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;symbols;jobs=3;o=%t/three.table>' %s
; RUN: cmp %t/one_0.bc %t/three_0.bc
; RUN: cmp %t/one_1.bc %t/three_1.bc
; RUN: cmp %t/one_2.bc %t/three_2.bc
; RUN: llvm-dis %t/one_1.bc -o - | FileCheck %s --implicit-check-not=@_Z37

; CHECK: store { i32, i32 } undef
; CHECK: store <2 x float> undef
; CHECK: call i32 @shared(i32 undef)

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"none\00"
@default = internal constant { { i32, i32 } } { { i32, i32 } { i32 undef, i32 5 } }
@name_pair = private unnamed_addr constant [5 x i8] c"pair\00"
@default_pair = internal constant { { { i32, i32 }, i32 } } { { { i32, i32 }, i32 } { { i32, i32 } undef, i32 5 } }
@name_vector = private unnamed_addr constant [4 x i8] c"vec\00"
@default_vector = internal constant { { <2 x float>, i32 } } { { <2 x float>, i32 } { <2 x float> undef, i32 5 } }
@name_empty = private unnamed_addr constant [6 x i8] c"empty\00"
@default_empty = internal constant { {} } zeroinitializer

define spir_func i32 @shared(i32 %x) {
  %sum = add i32 %x, undef
  ret i32 %sum
}
define spir_kernel void @kernel_a(ptr %out) #0 {
  %w = call i32 @shared(i32 undef)
  store i32 %w, ptr %out
  ret void
}
define spir_kernel void @kernel_b(ptr %out) #0 {
  %pair = call { i32, i32 } @_Z40__sycl_getComposite2020SpecConstantValueI1pET_PKcPKvS5_(ptr @name_pair, ptr @default_pair, ptr null)
  store { i32, i32 } %pair, ptr %out
  %vector = call <2 x float> @_Z40__sycl_getComposite2020SpecConstantValueI1vET_PKcPKvS5_(ptr @name_vector, ptr @default_vector, ptr null)
  store <2 x float> %vector, ptr %out
  %empty = call {} @_Z40__sycl_getComposite2020SpecConstantValueI1eET_PKcPKvS5_(ptr @name_empty, ptr @default_empty, ptr null)
  store {} %empty, ptr %out
  %none = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr null)
  %w = call i32 @shared(i32 %none)
  store i32 %w, ptr %out
  ret void
}
define spir_kernel void @kernel_c(ptr %out) #0 {
  store { i32, i32 } undef, ptr %out
  store <2 x float> undef, ptr %out
  store {} zeroinitializer, ptr %out
  %w = call i32 @shared(i32 undef)
  store i32 %w, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare { i32, i32 } @_Z40__sycl_getComposite2020SpecConstantValueI1pET_PKcPKvS5_(ptr, ptr, ptr)
declare <2 x float> @_Z40__sycl_getComposite2020SpecConstantValueI1vET_PKcPKvS5_(ptr, ptr, ptr)
declare {} @_Z40__sycl_getComposite2020SpecConstantValueI1eET_PKcPKvS5_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
