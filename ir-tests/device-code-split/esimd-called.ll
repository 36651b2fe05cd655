; An ESIMD function that SYCL code calls is defined in the ESIMD half, which exists for this purpose; the SYCL half has
; a declaration. A runtime that loads only the SYCL half lacks the function, so there is a warning as for any undefined
; function.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<split-esimd;symbols;S;o=%t/x.table>' %s 2>&1 | FileCheck %s --check-prefix=MESSAGES --implicit-check-not=Undefined
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x.table
; RUN: cat %t/x_0.esimd.sym | count 0
; RUN: opt -disable-output -passes=verify %t/x_0.esimd.ll
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: FileCheck %s --check-prefix=ESIMD --input-file=%t/x_0.esimd.ll --implicit-check-not=@kernel
; RUN: FileCheck %s --check-prefix=SYCL --input-file=%t/x_0.ll --implicit-check-not=@inner
; RUN: llvm-link -S %t/x_0.esimd.ll %t/x_0.ll -o - | FileCheck %s --check-prefix=LINKED --implicit-check-not=declare

; MESSAGES: warning: Undefined function called_esimd found in {{.*}} (needed by `kernel`). This may result in runtime errors.

; TABLE:      [Code|Symbols]
; TABLE-NEXT: {{.*}}/x_0.esimd.ll|{{.*}}/x_0.esimd.sym
; TABLE-NEXT: {{.*}}/x_0.ll|{{.*}}/x_0.sym

target triple = "spir64-unknown-unknown"

$called_esimd = comdat any

; ESIMD: $called_esimd = comdat any

; ESIMD: define internal spir_func void @inner_esimd()
define linkonce_odr spir_func void @inner_esimd() !sycl_explicit_simd !0 {
  ret void
}
; ESIMD: define internal spir_func void @inner_sycl()
define linkonce_odr spir_func void @inner_sycl() {
  ret void
}
; ESIMD: define weak_odr spir_func void @called_esimd() comdat
; SYCL: declare {{.*}}spir_func void @called_esimd()
define linkonce_odr spir_func void @called_esimd() comdat !sycl_explicit_simd !0 {
  call spir_func void @inner_esimd()
  call spir_func void @inner_sycl()
  ret void
}
; SYCL: define spir_kernel void @kernel()
define spir_kernel void @kernel() #0 {
  call spir_func void @called_esimd()
  ret void
}

; LINKED: define weak_odr spir_func void @called_esimd()

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{}
