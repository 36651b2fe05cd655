; For the back end, emulated constants are ordinary loads from the buffer, at offsets aligned for each type: a byte for
; the bool, a half, a structure with a vector. The copy with defaults has no loads.

; REQUIRES: spirv-backend
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;spec-const=emulation;generate-device-image-default-spec-consts;properties;o=%t/x.table>' %s
; RUN: %llc -mtriple=spirv64-unknown-unknown -filetype=obj %t/x_0.bc -o %t/x_0.spv
; RUN: %spirv_val %t/x_0.spv
; RUN: %llc -mtriple=spirv64-unknown-unknown -filetype=obj %t/x_1.bc -o %t/x_1.spv
; RUN: %spirv_val %t/x_1.spv
; RUN: %llc -mtriple=spirv64-unknown-unknown %t/x_0.bc -o - | FileCheck %s --check-prefix=BUFFER --implicit-check-not=OpSpecConstant --implicit-check-not=__sycl_get
; RUN: %llc -mtriple=spirv64-unknown-unknown %t/x_1.bc -o - | FileCheck %s --check-prefix=DEFAULTS --implicit-check-not=OpSpecConstant --implicit-check-not=__sycl_get
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=PROPERTIES

; PROPERTIES: flag = {0, 0, 1} {4294967295, 1, 1}
; PROPERTIES-NEXT: half = {1, 0, 2} {4294967295, 2, 12}
; PROPERTIES-NEXT: record = {2, 0, 32}
; PROPERTIES: all = bytes 01 00 00 3e 00 00 00 00 00 00 00 00 00 00 00 00 05 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 40 00 00 40 40 00 00 80 40

; BUFFER: OpLoad
; BUFFER: OpLoad
; BUFFER: OpLoad
; DEFAULTS-NOT: OpLoad

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

%record = type { i8, <4 x float> }

@name_flag = private unnamed_addr constant [5 x i8] c"flag\00"
@name_half = private unnamed_addr constant [5 x i8] c"half\00"
@name_record = private unnamed_addr constant [7 x i8] c"record\00"
@default_flag = internal constant { i8 } { i8 1 }
@default_half = internal constant { half } { half 0xH3E00 }
@default_record = internal constant { %record } { %record { i8 5, <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0> } }

define spir_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) %halves, ptr addrspace(1) %records, ptr addrspace(1) %buffer) #0 {
  %flag = call i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr @name_flag, ptr @default_flag, ptr addrspace(1) %buffer)
  %number = select i1 %flag, i32 10, i32 20
  store i32 %number, ptr addrspace(1) %out
  %half = call half @_Z37__sycl_getScalar2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr @name_half, ptr @default_half, ptr addrspace(1) %buffer)
  store half %half, ptr addrspace(1) %halves
  %record = call %record @_Z40__sycl_getComposite2020SpecConstantValueI6recordET_PKcPKvS5_(ptr @name_record, ptr @default_record, ptr addrspace(1) %buffer)
  %vector = extractvalue %record %record, 1
  store <4 x float> %vector, ptr addrspace(1) %records
  ret void
}

declare i1 @_Z37__sycl_getScalar2020SpecConstantValueIbET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare half @_Z37__sycl_getScalar2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare %record @_Z40__sycl_getComposite2020SpecConstantValueI6recordET_PKcPKvS5_(ptr, ptr, ptr addrspace(1))

attributes #0 = { "sycl-module-id"="a.cpp" }
