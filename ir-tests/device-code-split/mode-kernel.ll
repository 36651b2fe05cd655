; There is one image per entry point, for kernels and SYCL_EXTERNAL functions alike. Image 0 has the greatest name,
; wherever it is in the module, and the table lists images in the order of their numbers.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x.table --implicit-check-not=x_
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: opt -disable-output -passes=verify %t/x_2.ll
; RUN: opt -disable-output -passes=verify %t/x_3.ll

; CHECK:      x_0.sym:kernel_c
; CHECK-NEXT: x_1.sym:kernel_b
; CHECK-NEXT: x_2.sym:kernel_a
; CHECK-NEXT: x_3.sym:external

; TABLE:      [Code|Symbols]
; TABLE-NEXT: {{.*}}x_0.ll|{{.*}}x_0.sym
; TABLE-NEXT: {{.*}}x_1.ll|{{.*}}x_1.sym
; TABLE-NEXT: {{.*}}x_2.ll|{{.*}}x_2.sym
; TABLE-NEXT: {{.*}}x_3.ll|{{.*}}x_3.sym

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_b() #0 {
  ret void
}
define spir_func void @external() #1 {
  ret void
}
define spir_kernel void @kernel_c() #1 {
  ret void
}
define spir_kernel void @kernel_a() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
