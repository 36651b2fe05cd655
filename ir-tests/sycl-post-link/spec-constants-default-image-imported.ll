; If the function that uses a constant is imported from another image, the image of the kernel has no constants and no
; copy with defaults.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=source;spec-const=native;generate-device-image-default-spec-consts;allow-device-image-dependencies;symbols;properties;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s
; RUN: %props %t/x_2.prop | FileCheck %s --check-prefix=KERNEL --implicit-check-not=specConstsReplacedWithDefault

; CHECK:      x_0.sym:elsewhere
; CHECK-NEXT: x_1.sym:elsewhere
; CHECK-NEXT: x_2.sym:kernel
; CHECK-NOT:  {{.+}}
; KERNEL: [SYCL/device requirements]

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_number = private unnamed_addr constant [7 x i8] c"number\00"
@default_number = internal constant { i32 } { i32 258 }

define spir_kernel void @kernel(ptr %out) #0 {
  %number = call spir_func i32 @elsewhere()
  store i32 %number, ptr %out
  ret void
}
define spir_func i32 @elsewhere() #1 {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr null)
  ret i32 %number
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
