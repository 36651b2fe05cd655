; An ESIMD function that is imported from another image does not create an ESIMD half.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<source;split-esimd;symbols;allow-device-image-dependencies;S;o=%t/x.table>' %s
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x.table
; RUN: FileCheck %s --check-prefix=USER --input-file=%t/x_1.ll
; RUN: FileCheck %s --check-prefix=OWNER --input-file=%t/x_0.esimd.ll

; TABLE:      [Code|Symbols]
; TABLE-NEXT: {{.*}}/x_0.esimd.ll|{{.*}}/x_0.esimd.sym
; TABLE-NEXT: {{.*}}/x_1.ll|{{.*}}/x_1.sym
; TABLE-NOT:  {{.+}}

target triple = "spir64-unknown-unknown"

; OWNER: define spir_func void @_Z14external_esimdv()
; USER: declare spir_func void @_Z14external_esimdv()
define spir_func void @_Z14external_esimdv() #1 !sycl_explicit_simd !0 {
  ret void
}
; USER: define spir_kernel void @kernel()
define spir_kernel void @kernel() #0 {
  call spir_func void @_Z14external_esimdv()
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }

!0 = !{}
