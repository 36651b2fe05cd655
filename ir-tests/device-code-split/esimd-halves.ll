; An image with ESIMD code and other entry points becomes two images of one number, the ESIMD half first. Each has its
; entry points and everything they need; code that both need is in both.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<split-esimd;symbols;S;o=%t/x.table>' %s 2>&1 | FileCheck %s --check-prefix=MESSAGES --allow-empty
; RUN: cd %t && grep -H . x_*.sym | FileCheck %s --check-prefix=SYMBOLS --implicit-check-not=sym:
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x.table
; RUN: opt -disable-output -passes=verify %t/x_0.esimd.ll
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: FileCheck %s --check-prefix=ESIMD --input-file=%t/x_0.esimd.ll --implicit-check-not=@kernel_sycl --implicit-check-not=@helper_sycl
; RUN: FileCheck %s --check-prefix=SYCL --input-file=%t/x_0.ll --implicit-check-not=@kernel_esimd --implicit-check-not=@helper_esimd --implicit-check-not=@external_esimd

; MESSAGES-NOT: Undefined

; SYMBOLS:      x_0.esimd.sym:kernel_esimd
; SYMBOLS-NEXT: x_0.esimd.sym:external_esimd
; SYMBOLS-NEXT: x_0.sym:kernel_sycl

; TABLE:      [Code|Symbols]
; TABLE-NEXT: {{.*}}/x_0.esimd.ll|{{.*}}/x_0.esimd.sym
; TABLE-NEXT: {{.*}}/x_0.ll|{{.*}}/x_0.sym
; TABLE-NOT:  {{.+}}

target triple = "spir64-unknown-unknown"

; ESIMD: @shared = internal addrspace(1) global i32 7
; SYCL: @shared = internal addrspace(1) global i32 7
@shared = internal addrspace(1) global i32 7

; ESIMD: define internal spir_func i32 @helper_both() {
; SYCL: define internal spir_func i32 @helper_both() {
define internal spir_func i32 @helper_both() {
  %v = load i32, ptr addrspace(1) @shared
  ret i32 %v
}
; SYCL: define internal spir_func i32 @helper_sycl() {
define linkonce_odr spir_func i32 @helper_sycl() {
  %v = call spir_func i32 @helper_both()
  ret i32 %v
}
; ESIMD: define internal spir_func i32 @helper_esimd() !sycl_explicit_simd
define linkonce_odr spir_func i32 @helper_esimd() !sycl_explicit_simd !0 {
  %v = call spir_func i32 @helper_both()
  ret i32 %v
}
; SYCL: define spir_kernel void @kernel_sycl()
define spir_kernel void @kernel_sycl() #0 {
  call spir_func i32 @helper_sycl()
  ret void
}
; ESIMD: define spir_kernel void @kernel_esimd()
define spir_kernel void @kernel_esimd() #0 !sycl_explicit_simd !0 {
  call spir_func i32 @helper_esimd()
  ret void
}
; ESIMD: define spir_func void @external_esimd()
define spir_func void @external_esimd() #0 !sycl_explicit_simd !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{}
