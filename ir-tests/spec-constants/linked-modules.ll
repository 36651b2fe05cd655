; Linked translation units that use one constant share its ids; constants of their own follow in the order of use.

; RUN: rm -rf %t && split-file %s %t
; RUN: llvm-link %t/a.ll %t/b.ll -o %t/ab.bc
; RUN: %opt -S -passes='spec-constants,verify' %t/ab.bc | FileCheck %s

; CHECK-LABEL: define spir_kernel void @kernel_a(
; CHECK: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; CHECK: call float @_Z20__spirv_SpecConstantif(i32 1, float 2.000000e+00)
; CHECK: call i32 @_Z20__spirv_SpecConstantii(i32 2, i32 10)
; CHECK-LABEL: define spir_kernel void @kernel_b(
; CHECK: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; CHECK: call float @_Z20__spirv_SpecConstantif(i32 1, float 2.000000e+00)
; CHECK: call i32 @_Z20__spirv_SpecConstantii(i32 3, i32 20)
; CHECK: !sycl.specialization-constants = !{![[SHARED:[0-9]+]], ![[A:[0-9]+]], ![[B:[0-9]+]]}
; CHECK-DAG: ![[SHARED]] = !{!"shared", i32 0, i32 0, i32 4, i32 1, i32 4, i32 4}
; CHECK-DAG: ![[A]] = !{!"own_a", i32 2, i32 0, i32 4}
; CHECK-DAG: ![[B]] = !{!"own_b", i32 3, i32 0, i32 4}

;--- a.ll
target datalayout = "e-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, float }

@name_shared = private unnamed_addr constant [7 x i8] c"shared\00"
@name_own = private unnamed_addr constant [6 x i8] c"own_a\00"
@default_shared = linkonce_odr constant { %pair } { %pair { i32 1, float 2.000000e+00 } }
@default_own = internal constant { i32 } { i32 10 }

define spir_kernel void @kernel_a(ptr %out, ptr %buffer) {
  %shared = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name_shared, ptr @default_shared, ptr %buffer)
  store %pair %shared, ptr %out
  %own = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_own, ptr @default_own, ptr %buffer)
  store i32 %own, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr)

;--- b.ll
target datalayout = "e-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, float }

@name_shared = private unnamed_addr constant [7 x i8] c"shared\00"
@name_own = private unnamed_addr constant [6 x i8] c"own_b\00"
@default_shared = linkonce_odr constant { %pair } { %pair { i32 1, float 2.000000e+00 } }
@default_own = internal constant { i32 } { i32 20 }

define spir_kernel void @kernel_b(ptr %out, ptr %buffer) {
  %shared = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name_shared, ptr @default_shared, ptr %buffer)
  store %pair %shared, ptr %out
  %own = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_own, ptr @default_own, ptr %buffer)
  store i32 %own, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr)
