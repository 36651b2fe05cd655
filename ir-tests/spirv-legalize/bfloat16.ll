; For this project's own runtime a rounding to `bfloat16` is integer arithmetic, which every device has. Other runtimes
; look for the extension, and vectors stay. A second run changes nothing.

; REQUIRES: llvm-at-least-22
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -S -passes='spirv-legalize<local-memory-argument>' -verify-each %s -o %t/once.ll
; RUN: FileCheck %s < %t/once.ll
; RUN: %opt -S -passes='spirv-legalize<local-memory-argument>' %t/once.ll -o %t/twice.ll
; RUN: sed 1d %t/once.ll > %t/a && sed 1d %t/twice.ll | diff %t/a -
; RUN: %opt -S -passes=spirv-legalize %s | FileCheck %s --check-prefix=OTHER
; OTHER: call spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(

target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_func i16 @one(
; CHECK-NEXT: %[[BITS:.*]] = bitcast float %x to i32
; CHECK-NEXT: %[[CUT:.*]] = lshr i32 %[[BITS]], 16
; CHECK-NEXT: %[[ODD:.*]] = and i32 %[[CUT]], 1
; CHECK-NEXT: %[[SUM:.*]] = add nuw nsw i32 %[[BITS]], 32767
; CHECK-NEXT: %[[ALL:.*]] = add nuw nsw i32 %[[SUM]], %[[ODD]]
; CHECK-NEXT: %[[NEAREST:.*]] = lshr i32 %[[ALL]], 16
; CHECK-NEXT: %[[MAGNITUDE:.*]] = and i32 %[[BITS]], 2147483647
; CHECK-NEXT: %[[NAN:.*]] = icmp ult i32 2139095040, %[[MAGNITUDE]]
; CHECK-NEXT: %[[QUIET:.*]] = or i32 %[[CUT]], 64
; CHECK-NEXT: %[[ROUNDED:.*]] = select i1 %[[NAN]], i32 %[[QUIET]], i32 %[[NEAREST]]
; CHECK-NEXT: %[[R:.*]] = trunc i32 %[[ROUNDED]] to i16
; CHECK-NEXT: ret i16 %[[R]]
define spir_func i16 @one(float %x) {
  %r = call spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(float %x)
  ret i16 %r
}

; CHECK-LABEL: define spir_func <2 x i16> @two(
; CHECK-NEXT: call spir_func <2 x i16> @_Z27__spirv_ConvertFToBF16INTELDv2_f(
define spir_func <2 x i16> @two(<2 x float> %x) {
  %r = call spir_func <2 x i16> @_Z27__spirv_ConvertFToBF16INTELDv2_f(<2 x float> %x)
  ret <2 x i16> %r
}

; CHECK: declare
; CHECK-NOT: @_Z27__spirv_ConvertFToBF16INTELf
declare spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(float)
declare spir_func <2 x i16> @_Z27__spirv_ConvertFToBF16INTELDv2_f(<2 x float>)
