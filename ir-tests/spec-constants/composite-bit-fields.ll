; Bit-fields share an integer in the value, but are separate bytes in the default. The integer can be set, and its
; default is assembled from the bytes in little-endian order.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%fields = type { i32 }
%bytes = type { i8, i8, i8, i8 }

@name = private unnamed_addr constant [7 x i8] c"fields\00"
@default = internal constant { %bytes } { %bytes { i8 1, i8 2, i8 3, i8 -128 } }

define spir_kernel void @kernel_fields(ptr %out, ptr %buffer) {
; 0x80030201
; NATIVE:       %[[ALL:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 -2147286527)
; NATIVE-NEXT:  call %fields @_Z29__spirv_SpecConstantCompositei_Rfields(i32 %[[ALL]])
; DEFAULTS:     store %fields { i32 -2147286527 }, ptr %out
  %fields = call %fields @_Z40__sycl_getComposite2020SpecConstantValueI6fieldsET_PKcPKvS5_(ptr @name, ptr @default, ptr %buffer)
  store %fields %fields, ptr %out
  ret void
}

declare %fields @_Z40__sycl_getComposite2020SpecConstantValueI6fieldsET_PKcPKvS5_(ptr, ptr, ptr)

; NATIVE: = !{!"fields", i32 0, i32 0, i32 4}
