; Composites nest: ids are assigned depth first, offsets are relative to the outermost composite, and every level is
; assembled.
;
;   outer { i32 @0, inner { i32 @4, float @8 }, [2 x inner] { { @12, @16 }, { @20, @24 } }, <2 x i32> { @32, @36 } }

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%inner = type { i32, float }
%outer = type { i32, %inner, [2 x %inner], <2 x i32> }

@name = private unnamed_addr constant [6 x i8] c"outer\00"
@default = internal constant { %outer } { %outer { i32 1, %inner { i32 2, float 3.000000e+00 },
  [2 x %inner] [ %inner { i32 4, float 5.000000e+00 }, %inner { i32 6, float 7.000000e+00 } ], <2 x i32> <i32 8, i32 9> } }

; CHECK-LABEL: define spir_kernel void @kernel_outer(
define spir_kernel void @kernel_outer(ptr %out, ptr %buffer) {
; CHECK-NEXT: %[[S0:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
; CHECK-NEXT: %[[S1:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 2)
; CHECK-NEXT: %[[S2:.*]] = call float @_Z20__spirv_SpecConstantif(i32 2, float 3.000000e+00)
; CHECK-NEXT: %[[INNER:.*]] = call %inner @_Z29__spirv_SpecConstantCompositeif_Rinner(i32 %[[S1]], float %[[S2]])
; CHECK-NEXT: %[[S3:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 3, i32 4)
; CHECK-NEXT: %[[S4:.*]] = call float @_Z20__spirv_SpecConstantif(i32 4, float 5.000000e+00)
; CHECK-NEXT: %[[A0:.*]] = call %inner @_Z29__spirv_SpecConstantCompositeif_Rinner(i32 %[[S3]], float %[[S4]])
; CHECK-NEXT: %[[S5:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 5, i32 6)
; CHECK-NEXT: %[[S6:.*]] = call float @_Z20__spirv_SpecConstantif(i32 6, float 7.000000e+00)
; CHECK-NEXT: %[[A1:.*]] = call %inner @_Z29__spirv_SpecConstantCompositeif_Rinner(i32 %[[S5]], float %[[S6]])
; CHECK-NEXT: %[[ARRAY:.*]] = call [2 x %inner] @_Z29__spirv_SpecConstantCompositeinnerinner_RA2_inner(%inner %[[A0]], %inner %[[A1]])
; CHECK-NEXT: %[[S7:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 7, i32 8)
; CHECK-NEXT: %[[S8:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 8, i32 9)
; CHECK-NEXT: %[[VECTOR:.*]] = call <2 x i32> @_Z29__spirv_SpecConstantCompositeii_RDv2_i(i32 %[[S7]], i32 %[[S8]])
; CHECK-NEXT: %[[OUTER:.*]] = call %outer @_Z29__spirv_SpecConstantCompositeiinnerA2_innerDv2_i_Router(i32 %[[S0]], %inner %[[INNER]], [2 x %inner] %[[ARRAY]], <2 x i32> %[[VECTOR]])
; CHECK-NEXT: store %outer %[[OUTER]], ptr %out
  %outer = call %outer @_Z40__sycl_getComposite2020SpecConstantValueI5outerET_PKcPKvS5_(ptr @name, ptr @default, ptr %buffer)
  store %outer %outer, ptr %out
  ret void
}

declare %outer @_Z40__sycl_getComposite2020SpecConstantValueI5outerET_PKcPKvS5_(ptr, ptr, ptr)

; CHECK: = !{!"outer", i32 0, i32 0, i32 4, i32 1, i32 4, i32 4, i32 2, i32 8, i32 4, i32 3, i32 12, i32 4, i32 4, i32 16, i32 4, i32 5, i32 20, i32 4, i32 6, i32 24, i32 4, i32 7, i32 32, i32 4, i32 8, i32 36, i32 4}
