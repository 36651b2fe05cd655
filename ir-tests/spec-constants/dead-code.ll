; Code that nothing outside the module can reach may contain calls that cannot be lowered. It is left unchanged.

; RUN: rm -rf %t && split-file %s %t
; RUN: cat %t/common.ll %t/table.ll | %opt -S -passes='spec-constants<native>,verify' | FileCheck %s
; RUN: cat %t/common.ll %t/stored.ll | %opt -S -passes='spec-constants<emulation>,verify' | FileCheck %s --check-prefix=EMULATION
; RUN: cat %t/common.ll %t/malformed.ll | %opt -S -passes='spec-constants<native>,verify' | FileCheck %s
; RUN: cat %t/common.ll %t/conflict.ll | %opt -S -passes='spec-constants<native>,verify' | FileCheck %s
; RUN: cat %t/common.ll %t/conflict.ll %t/user.ll | not %opt -S -passes='spec-constants<native>' -o %t/out 2>&1 | FileCheck %s --check-prefix=CONFLICT
; RUN: cat %t/common.ll %t/malformed.ll %t/user.ll | not %opt -S -passes='spec-constants<native>' -o %t/out 2>&1 | FileCheck %s --check-prefix=MALFORMED
; RUN: not ls %t/out

; CHECK: %size = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 7)
; EMULATION: %size = load i32, ptr
; CONFLICT: error: specialization constant `size` in function `dead` has default `i32 8`; expected default `i32 7` as in its first use
; MALFORMED: error: call of `_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_` in function `dead` has the name `ptr %name`; expected a constant string

;--- common.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"
@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { i32 } { i32 7 }
define spir_kernel void @kernel(ptr %out, ptr %buffer) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  ret void
}
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

;--- table.ll
@table = internal constant { i32, [1 x ptr] } { i32 0, [1 x ptr] [ ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_ ] }

;--- stored.ll
define linkonce_odr void @dead(ptr %out) {
  store ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_, ptr %out
  ret void
}

;--- malformed.ll
define internal void @dead(ptr %name) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr %name, ptr @default, ptr null)
  ret void
}

;--- conflict.ll
@default_other = internal constant { i32 } { i32 8 }
define internal void @dead(ptr %name) {
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default_other, ptr null)
  ret void
}

;--- user.ll
define spir_func void @exported(ptr %name) {
  call void @dead(ptr %name)
  ret void
}
