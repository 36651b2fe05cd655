; A copy with defaults is an ordinary image: it has a row in the table of each target, which is empty where that of the
; image is, and the same requirements and kernels.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=emulation;generate-device-image-default-spec-consts;properties;symbols;emit-kernel-names;emit-exported-symbols;o=%t/x.table;o=intel_gpu_dg1:%t/y.table>' %s
; RUN: FileCheck %s --input-file=%t/y.table
; RUN: %props %t/x_1.intel_gpu_dg1.prop | FileCheck %s --check-prefix=DEFAULT --match-full-lines
; RUN: %props %t/x_3.intel_gpu_dg1.prop | FileCheck %s --check-prefix=LAST --match-full-lines

; CHECK:      [Code|Properties|Symbols]
; CHECK-NEXT: {{.*}}x_0.bc|{{.*}}x_0.intel_gpu_dg1.prop|{{.*}}x_0.sym
; CHECK-NEXT: {{.*}}x_1.bc|{{.*}}x_1.intel_gpu_dg1.prop|{{.*}}x_1.sym
; CHECK-NEXT: {{.*}}x_empty.bc|{{.*}}x_2.intel_gpu_dg1.prop|{{.*}}x_2.sym
; CHECK-NEXT: {{.*}}x_empty.bc|{{.*}}x_3.intel_gpu_dg1.prop|{{.*}}x_3.sym
; CHECK-NOT:  {{.+}}

; DEFAULT:      [SYCL/device requirements]
; DEFAULT-NEXT: aspects = {}
; DEFAULT-NEXT: compile_target = "intel_gpu_dg1"
; DEFAULT-NEXT: [SYCL/kernel names]
; DEFAULT-NEXT: kernel_b = 1
; DEFAULT-NEXT: [SYCL/misc properties]
; DEFAULT-NEXT: specConstsReplacedWithDefault = 1
; DEFAULT-NOT:  {{.+}}

; LAST:      [SYCL/device requirements]
; LAST-NEXT: aspects = {6}
; LAST-NEXT: compile_target = "intel_gpu_dg1"
; LAST-NEXT: [SYCL/kernel names]
; LAST-NEXT: kernel_a = 1
; LAST-NEXT: [SYCL/misc properties]
; LAST-NEXT: specConstsReplacedWithDefault = 1
; LAST-NOT:  {{.+}}

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_number = private unnamed_addr constant [7 x i8] c"number\00"
@default_number = internal constant { i32 } { i32 258 }

define spir_kernel void @kernel_a(ptr %out, ptr %buffer) #0 !sycl_used_aspects !0 {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr %buffer)
  store i32 %number, ptr %out
  ret void
}
define spir_kernel void @kernel_b(ptr %out, ptr %buffer) #0 {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr %buffer)
  store i32 %number, ptr %out
  ret void
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 6}
