; Groups are formed first, and each is then divided into halves, which share the number of their group; the next group
; has the next number. Several workers give the same result.

; RUN: rm -rf %t && mkdir %t %t/1 %t/3
; RUN: cd %t/1 && %opt -disable-output -passes='device-code-split<source;split-esimd;symbols;S;o=x.table>' %s
; RUN: cd %t/3 && %opt -disable-output -passes='device-code-split<source;split-esimd;symbols;S;jobs=3;o=x.table>' %s
; RUN: diff -r %t/1 %t/3
; RUN: FileCheck %s --check-prefix=TABLE --match-full-lines --input-file=%t/1/x.table
; RUN: cd %t/1 && grep -H . x_*.sym | FileCheck %s --implicit-check-not=sym:

; TABLE:      [Code|Symbols]
; TABLE-NEXT: x_0.ll|x_0.sym
; TABLE-NEXT: x_1.esimd.ll|x_1.esimd.sym
; TABLE-NEXT: x_1.ll|x_1.sym
; TABLE-NEXT: x_2.esimd.ll|x_2.esimd.sym
; TABLE-NOT:  {{.+}}

; CHECK:      x_0.sym:sycl_c
; CHECK-NEXT: x_1.esimd.sym:esimd_b
; CHECK-NEXT: x_1.sym:sycl_b
; CHECK-NEXT: x_2.esimd.sym:esimd_a

target triple = "spir64-unknown-unknown"

define spir_kernel void @sycl_b() #1 {
  ret void
}
define spir_kernel void @esimd_a() #0 !sycl_explicit_simd !0 {
  ret void
}
define spir_kernel void @esimd_b() #1 !sycl_explicit_simd !0 {
  ret void
}
define spir_kernel void @sycl_c() #2 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
attributes #2 = { "sycl-module-id"="c.cpp" }

!0 = !{}
