; A second run in any mode finds nothing to do.

; RUN: %opt -S -passes='spec-constants<native>' %s -o %t.native1
; RUN: %opt -S -passes='spec-constants<native>,spec-constants<native>' -verify-each %s -o %t.native2
; RUN: diff %t.native1 %t.native2
; RUN: %opt -S -passes='spec-constants<emulation>' %s -o %t.emulation1
; RUN: %opt -S -passes='spec-constants<emulation>,spec-constants<emulation>' -verify-each %s -o %t.emulation2
; RUN: diff %t.emulation1 %t.emulation2
; RUN: %opt -S -passes='spec-constants<default-values>' %s -o %t.defaults1
; RUN: %opt -S -passes='spec-constants<default-values>,spec-constants<native>' -verify-each %s -o %t.defaults2
; RUN: diff %t.defaults1 %t.defaults2

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, i8 }

@name = private unnamed_addr constant [5 x i8] c"pair\00"
@name_bool = private unnamed_addr constant [5 x i8] c"bool\00"
@default = internal constant { %pair } { %pair { i32 1, i8 2 } }
@default_bool = internal constant { i8 } { i8 1 }

define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %pair = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name, ptr @default, ptr %buffer)
  store %pair %pair, ptr %out
  %bool = call i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr @name_bool, ptr @default_bool, ptr %buffer)
  store i1 %bool, ptr %out
  ret void
}

declare %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr)
declare i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr, ptr, ptr)
