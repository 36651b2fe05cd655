; Linking can leave two types with the same name and content (`%pair`, `%pair.0`). A constant used through both is one
; constant, and each use gets a value of its own type.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, i32 }
%pair.0 = type { i32, i32 }

@name = private unnamed_addr constant [5 x i8] c"pair\00"
@default = internal constant { %pair } { %pair { i32 1, i32 2 } }
@default.1 = internal constant { %pair.0 } { %pair.0 { i32 1, i32 2 } }

define spir_kernel void @kernel_first(ptr %out, ptr %buffer) {
; CHECK:      %[[PAIR:.*]] = call %pair @_Z29__spirv_SpecConstantCompositeii_Rpair(
; CHECK-NEXT: store %pair %[[PAIR]], ptr %out
  %pair = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name, ptr @default, ptr %buffer)
  store %pair %pair, ptr %out
  ret void
}

define spir_kernel void @kernel_second(ptr %out, ptr %buffer) {
; CHECK:      call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; CHECK-NEXT: call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 2)
; CHECK-NEXT: %[[PAIR:.*]] = call %pair.0 @
; CHECK-NEXT: store %pair.0 %[[PAIR]], ptr %out
  %pair = call %pair.0 @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_.1(ptr @name, ptr @default.1, ptr %buffer)
  store %pair.0 %pair, ptr %out
  ret void
}

declare %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr)
declare %pair.0 @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_.1(ptr, ptr, ptr)

; CHECK: !sycl.specialization-constants = !{![[RECORD:[0-9]+]]}
; CHECK: ![[RECORD]] = !{!"pair", i32 0, i32 0, i32 4, i32 1, i32 4, i32 4}
