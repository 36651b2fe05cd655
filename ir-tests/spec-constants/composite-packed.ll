; Members of a packed struct follow each other without gaps: offsets say so, and nothing is padding. Its emulated
; value needs no alignment, so it may follow a single byte directly.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefix=NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefix=EMULATION
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefix=DEFAULTS

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%packed = type <{ i8, i32, i16 }>

@name_byte = private unnamed_addr constant [5 x i8] c"byte\00"
@name_packed = private unnamed_addr constant [7 x i8] c"packed\00"
@default_byte = internal constant { i8 } { i8 9 }
@default_packed = internal constant { %packed } { %packed <{ i8 1, i32 2, i16 3 }> }

define spir_kernel void @kernel_packed(ptr %out, ptr %buffer) {
  %byte = call i8 @_Z37__sycl_getScalar2020SpecConstantValueIaET_PKcPKvS4_(ptr @name_byte, ptr @default_byte, ptr %buffer)
  store i8 %byte, ptr %out
; NATIVE:         call %packed @_Z29__spirv_SpecConstantCompositeais_Rpacked(i8 %{{.*}}, i32 %{{.*}}, i16 %{{.*}})
; EMULATION:      %[[ADDRESS:.*]] = getelementptr i8, ptr %buffer, i32 1
; EMULATION-NEXT: load %packed, ptr %[[ADDRESS]], align 1
; DEFAULTS:       store %packed <{ i8 1, i32 2, i16 3 }>, ptr %out
  %packed = call %packed @_Z40__sycl_getComposite2020SpecConstantValueI6packedET_PKcPKvS5_(ptr @name_packed, ptr @default_packed, ptr %buffer)
  store %packed %packed, ptr %out
  ret void
}

declare i8 @_Z37__sycl_getScalar2020SpecConstantValueIaET_PKcPKvS4_(ptr, ptr, ptr)
declare %packed @_Z40__sycl_getComposite2020SpecConstantValueI6packedET_PKcPKvS5_(ptr, ptr, ptr)

; NATIVE-DAG:    !{!"byte", i32 0, i32 0, i32 1}
; NATIVE-DAG:    !{!"packed", i32 1, i32 0, i32 1, i32 2, i32 1, i32 4, i32 3, i32 5, i32 2}
; EMULATION-DAG: !{!"byte", i32 0, i32 0, i32 1}
; EMULATION-DAG: !{!"packed", i32 1, i32 0, i32 7}
