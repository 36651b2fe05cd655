; Every use of the value is replaced: in a phi of another block, in two operands of one instruction, in a return. An
; unused constant is still recorded, because the runtime may set it.

; RUN: %opt -S -passes='spec-constants<native>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,EMULATION
; RUN: %opt -S -passes='spec-constants<default-values>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,DEFAULTS

target datalayout = "e-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"size\00"
@name_unused = private unnamed_addr constant [7 x i8] c"unused\00"
@default = internal constant { i32 } { i32 4 }

; CHECK-LABEL: define spir_func i32 @users(
define spir_func i32 @users(i1 %which, ptr %buffer) {
entry:
; NATIVE:         %[[V:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 4)
; NATIVE:         %square = mul i32 %[[V]], %[[V]]
; EMULATION:      %[[V:.*]] = load i32, ptr %{{.*}}, align 4
; EMULATION-NEXT: %square = mul i32 %[[V]], %[[V]]
; DEFAULTS:       %square = mul i32 4, 4
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  %square = mul i32 %size, %size
  br i1 %which, label %other, label %end

other:
  %unused = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_unused, ptr @default, ptr %buffer)
  br label %end

end:
; NATIVE:         phi i32 [ %[[V]], %entry ], [ %square, %other ]
; EMULATION:      phi i32 [ %[[V]], %entry ], [ %square, %other ]
; DEFAULTS:       phi i32 [ 4, %entry ], [ %square, %other ]
  %result = phi i32 [ %size, %entry ], [ %square, %other ]
  ret i32 %result
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

; NATIVE: !sycl.specialization-constants = !{!{{[0-9]+}}, !{{[0-9]+}}}
; EMULATION: !sycl.specialization-constants = !{!{{[0-9]+}}, !{{[0-9]+}}}
