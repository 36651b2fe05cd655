; The same for a composite that is returned in memory, with slots used without casts and with lifetime markers.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s \
; RUN:   | FileCheck %s --implicit-check-not=@name --implicit-check-not=@default

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%pair = type { i32, i32 }

@name = private unnamed_addr constant [6 x i8] c"value\00"
@default = internal constant { %pair } { %pair { i32 5, i32 6 } }

; CHECK-LABEL: define linkonce_odr spir_func void @get(
define linkonce_odr spir_func void @get(ptr noalias sret(%pair) align 4 %result, ptr %buffer) {
  %name_slot = alloca ptr
  %default_slot = alloca ptr
; CHECK-NOT: store ptr
  store ptr @name, ptr %name_slot
  store ptr @default, ptr %default_slot
  %name = load ptr, ptr %name_slot
  %default = load ptr, ptr %default_slot
; CHECK:      %[[A:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 5)
; CHECK-NEXT: %[[B:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 6)
; CHECK-NEXT: %[[PAIR:.*]] = call %pair @_Z29__spirv_SpecConstantCompositeii_Rpair(i32 %[[A]], i32 %[[B]])
; CHECK-NEXT: store %pair %[[PAIR]], ptr %result, align 4
; CHECK-NEXT: ret void
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr sret(%pair) align 4 %result, ptr %name, ptr %default, ptr %buffer)
  ret void
}

declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4pairET_PKcPKvS5_(ptr sret(%pair) align 4, ptr, ptr, ptr)
