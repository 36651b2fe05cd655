; If the last members of a struct are undefined, no record covers the last bytes: they are reported as padding, so that
; the sizes add up.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%tail = type { i32, i32, i32 }

@name = private unnamed_addr constant [5 x i8] c"tail\00"
@default = internal constant { %tail } { %tail { i32 1, i32 undef, i32 undef } }

define spir_kernel void @kernel_tail(ptr %out, ptr %buffer) {
; CHECK: call %tail @_Z29__spirv_SpecConstantCompositeiii_Rtail(i32 %{{.*}}, i32 undef, i32 undef)
  %tail = call %tail @_Z40__sycl_getComposite2020SpecConstantValueI4tailET_PKcPKvS5_(ptr @name, ptr @default, ptr %buffer)
  store %tail %tail, ptr %out
  ret void
}

declare %tail @_Z40__sycl_getComposite2020SpecConstantValueI4tailET_PKcPKvS5_(ptr, ptr, ptr)

; CHECK: = !{!"tail", i32 0, i32 0, i32 4, i32 -1, i32 4, i32 8}
