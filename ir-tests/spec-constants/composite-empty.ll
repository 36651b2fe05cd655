; An empty struct occupies a byte in C++, and therefore takes an id. One without that byte has nothing to set, takes no
; id, and does not affect the numbering.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefix=EMULATION
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%empty = type { i8 }
%nothing = type {}
%around = type { i32, %nothing, i32 }

@name_empty = private unnamed_addr constant [6 x i8] c"empty\00"
@name_around = private unnamed_addr constant [7 x i8] c"around\00"
@default_empty = internal constant { %empty } zeroinitializer
@default_around = internal constant { %around } { %around { i32 1, %nothing {}, i32 2 } }

define spir_kernel void @kernel_empty(ptr %out, ptr %buffer) {
; NATIVE:         call i8 @_Z20__spirv_SpecConstantia(i32 0, i8 0)
; NATIVE-NEXT:    call %empty @_Z29__spirv_SpecConstantCompositea_Rempty(
; EMULATION:      load %empty, ptr %{{.*}}, align 1
; DEFAULTS:       store %empty zeroinitializer, ptr %out
  %empty = call %empty @_Z40__sycl_getComposite2020SpecConstantValueI5emptyET_PKcPKvS5_(ptr @name_empty, ptr @default_empty, ptr %buffer)
  store %empty %empty, ptr %out
; NATIVE:         call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 1)
; NATIVE:         call i32 @_Z20__spirv_SpecConstantii(i32 2, i32 2)
; EMULATION:      getelementptr i8, ptr %buffer, i32 4
; EMULATION-NEXT: load %around, ptr %{{.*}}, align 4
; DEFAULTS:       store %around { i32 1, %nothing zeroinitializer, i32 2 }, ptr %out
  %around = call %around @_Z40__sycl_getComposite2020SpecConstantValueI6aroundET_PKcPKvS5_(ptr @name_around, ptr @default_around, ptr %buffer)
  store %around %around, ptr %out
  ret void
}

declare %empty @_Z40__sycl_getComposite2020SpecConstantValueI5emptyET_PKcPKvS5_(ptr, ptr, ptr)
declare %around @_Z40__sycl_getComposite2020SpecConstantValueI6aroundET_PKcPKvS5_(ptr, ptr, ptr)

; NATIVE-DAG:    !{!"empty", i32 0, i32 0, i32 1}
; NATIVE-DAG:    !{!"around", i32 1, i32 0, i32 4, i32 2, i32 4, i32 4}
; EMULATION-DAG: !{!"empty", i32 0, i32 0, i32 1, i32 -1, i32 1, i32 3}
; EMULATION-DAG: !{!"around", i32 1, i32 0, i32 8}
