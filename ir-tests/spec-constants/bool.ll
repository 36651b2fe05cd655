; A `bool` is an i1 as a value and a byte in memory. What the runtime sets is the byte; the value is its lowest bit.

; RUN: %opt -S -passes='spec-constants<native>,verify' %s | FileCheck %s --check-prefixes=CHECK,NATIVE,RECORDS
; RUN: %opt -S -passes='spec-constants<emulation>,verify' %s | FileCheck %s --check-prefixes=CHECK,EMULATION,RECORDS
; RUN: %opt -S -passes='spec-constants<default-values>,verify' %s | FileCheck %s --check-prefixes=CHECK,DEFAULTS

target datalayout = "e-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"flag\00"
@default = internal constant { i8 } { i8 1 }

; CHECK-LABEL: define spir_kernel void @kernel_bool(
define spir_kernel void @kernel_bool(ptr %out, ptr %buffer) {
; NATIVE-NEXT:    %[[BYTE:.*]] = call i8 @_Z20__spirv_SpecConstantia(i32 0, i8 1)
; NATIVE-NEXT:    %[[BIT:.*]] = trunc i8 %[[BYTE]] to i1
; NATIVE-NEXT:    %{{.*}} = zext i1 %[[BIT]] to i32
; EMULATION-NEXT: %[[ADDRESS:.*]] = getelementptr i8, ptr %buffer, i32 0
; EMULATION-NEXT: %[[BYTE:.*]] = load i8, ptr %[[ADDRESS]], align 1
; EMULATION-NEXT: %[[BIT:.*]] = trunc i8 %[[BYTE]] to i1
; EMULATION-NEXT: %{{.*}} = zext i1 %[[BIT]] to i32
; DEFAULTS-NEXT:  %{{.*}} = zext i1 true to i32
  %flag = call zeroext i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer)
  %wide = zext i1 %flag to i32
  store i32 %wide, ptr %out
  ret void
}

declare zeroext i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr, ptr, ptr)

; RECORDS: !sycl.specialization-constants = !{![[RECORD:[0-9]+]]}
; RECORDS: !sycl.specialization-constants-default-values = !{![[DEFAULT:[0-9]+]]}
; RECORDS-DAG: ![[RECORD]] = !{!"flag", i32 0, i32 0, i32 1}
; RECORDS-DAG: ![[DEFAULT]] = !{i8 1}
