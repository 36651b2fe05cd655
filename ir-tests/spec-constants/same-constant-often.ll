; A constant has one id and one record however often it is used: in one kernel, in several, and through another string
; with the same text, which linking of translation units leaves.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefixes=CHECK,EMULATION

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, i32 }

@name_pair = private unnamed_addr constant [5 x i8] c"pair\00"
@name_pair.1 = private unnamed_addr constant [5 x i8] c"pair\00"
@name_last = private unnamed_addr constant [5 x i8] c"last\00"
@default_pair = internal constant { %pair } { %pair { i32 1, i32 2 } }
@default_pair.2 = internal constant { %pair } { %pair { i32 1, i32 2 } }
@default_last = internal constant { i32 } { i32 3 }

; CHECK-LABEL: define spir_kernel void @kernel_twice(
define spir_kernel void @kernel_twice(ptr %out, ptr %buffer) {
; NATIVE:      call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; NATIVE-NEXT: call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 2)
; EMULATION:   getelementptr i8, ptr %buffer, i32 0
  %a = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name_pair, ptr @default_pair, ptr %buffer)
  store %pair %a, ptr %out
; NATIVE:      call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; NATIVE-NEXT: call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 2)
; EMULATION:   getelementptr i8, ptr %buffer, i32 0
  %b = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name_pair, ptr @default_pair, ptr %buffer)
  store %pair %b, ptr %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @kernel_once(
define spir_kernel void @kernel_once(ptr %out, ptr %buffer) {
; NATIVE:      call i32 @_Z20__spirv_SpecConstantii(i32 2, i32 3)
; EMULATION:   getelementptr i8, ptr %buffer, i32 8
  %last = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_last, ptr @default_last, ptr %buffer)
  store i32 %last, ptr %out
; NATIVE:      call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; NATIVE-NEXT: call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 2)
; EMULATION:   getelementptr i8, ptr %buffer, i32 0
  %pair = call %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr @name_pair.1, ptr @default_pair.2, ptr %buffer)
  store %pair %pair, ptr %out
  ret void
}

declare %pair @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr, ptr, ptr)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

; CHECK: !sycl.specialization-constants = !{![[PAIR:[0-9]+]], ![[LAST:[0-9]+]]}
; CHECK: !sycl.specialization-constants-default-values = !{!{{[0-9]+}}, !{{[0-9]+}}}
; NATIVE-DAG: ![[PAIR]] = !{!"pair", i32 0, i32 0, i32 4, i32 1, i32 4, i32 4}
; NATIVE-DAG: ![[LAST]] = !{!"last", i32 2, i32 0, i32 4}
; EMULATION-DAG: ![[PAIR]] = !{!"pair", i32 0, i32 0, i32 8}
; EMULATION-DAG: ![[LAST]] = !{!"last", i32 1, i32 0, i32 4}
