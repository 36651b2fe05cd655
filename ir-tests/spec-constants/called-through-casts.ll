; A call through a cast of the builtin's address is a call of the builtin. The casts are removed with the calls.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --implicit-check-not=@_Z37
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS --implicit-check-not=@_Z37

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { i32 } { i32 7 }

; CHECK-LABEL: define spir_kernel void @kernel_casts(
; DEFAULTS-LABEL: define spir_kernel void @kernel_casts(
define spir_kernel void @kernel_casts(ptr %out, ptr %buffer) {
; CHECK-COUNT-2: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 7)
; DEFAULTS-COUNT-2: store i32 7, ptr %out
  %callee = addrspacecast ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_ to ptr addrspace(4)
  %size = call addrspace(4) i32 %callee(ptr @name, ptr @default, ptr %buffer)
  %again = call addrspace(4) i32 addrspacecast (ptr @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_ to ptr addrspace(4))(ptr @name, ptr @default, ptr %buffer)
  store i32 %size, ptr %out
  store i32 %again, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
