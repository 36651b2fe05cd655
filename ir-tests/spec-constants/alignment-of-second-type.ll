; A constant's place in the buffer is aligned for the type of its first use. If another use has a different type with
; the same layout, its loads and stores assume no more than that alignment.

; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_byte = private unnamed_addr constant [5 x i8] c"byte\00"
@default_byte = internal constant { i8 } { i8 7 }
@name_pair = private unnamed_addr constant [5 x i8] c"pair\00"
@default_pair = internal constant { <{ i32, i32 }> } { <{ i32, i32 }> <{ i32 1, i32 2 }> }

; CHECK-LABEL: define spir_kernel void @kernel_two_types(
define spir_kernel void @kernel_two_types(ptr %out, ptr %buffer) {
; CHECK:      load i8, ptr %{{.*}}, align 1
; CHECK:      load <{ i32, i32 }>, ptr %{{.*}}, align 1
; CHECK:      getelementptr i8, ptr %buffer, i32 1
; CHECK-NEXT: load { i32, i32 }, ptr %{{.*}}, align 1
; CHECK:      load { i32, i32 }, ptr %{{.*}}, align 1
; CHECK-NEXT: store { i32, i32 } %{{.*}}, ptr %out, align 2
  %byte = call i8 @_Z37__sycl_getScalar2020SpecConstantValueIhET_PKcPKvS4_(ptr @name_byte, ptr @default_byte, ptr %buffer)
  store i8 %byte, ptr %out
  %packed = call <{ i32, i32 }> @_Z40__sycl_getComposite2020SpecConstantValueI6packedET_PKcPKvS5_(ptr @name_pair, ptr @default_pair, ptr %buffer)
  store <{ i32, i32 }> %packed, ptr %out
  %plain = call { i32, i32 } @_Z40__sycl_getComposite2020SpecConstantValueI5plainET_PKcPKvS5_(ptr @name_pair, ptr @default_pair, ptr %buffer)
  store { i32, i32 } %plain, ptr %out
  call void @_Z40__sycl_getComposite2020SpecConstantValueI6memoryET_PKcPKvS5_(ptr sret({ i32, i32 }) align 2 %out, ptr @name_pair, ptr @default_pair, ptr %buffer)
  ret void
}

declare i8 @_Z37__sycl_getScalar2020SpecConstantValueIhET_PKcPKvS4_(ptr, ptr, ptr)
declare <{ i32, i32 }> @_Z40__sycl_getComposite2020SpecConstantValueI6packedET_PKcPKvS5_(ptr, ptr, ptr)
declare { i32, i32 } @_Z40__sycl_getComposite2020SpecConstantValueI5plainET_PKcPKvS5_(ptr, ptr, ptr)
declare void @_Z40__sycl_getComposite2020SpecConstantValueI6memoryET_PKcPKvS5_(ptr sret({ i32, i32 }), ptr, ptr, ptr)
