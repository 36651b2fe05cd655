; A table of functions that must not be dropped is in both halves. Both refer to its functions; the body of an ESIMD
; function is only in the ESIMD half. The aliasee of an alias has its body in both, since an alias needs a definition.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<split-esimd;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.esimd.ll
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: FileCheck %s --check-prefix=ESIMD --input-file=%t/x_0.esimd.ll --implicit-check-not=@kernel
; RUN: FileCheck %s --check-prefix=SYCL --input-file=%t/x_0.ll

target triple = "spir64-unknown-unknown"

; ESIMD: @table = addrspace(1) global [2 x ptr] [ptr @in_table_esimd, ptr @in_table_sycl]
; SYCL: @table = addrspace(1) global [2 x ptr] [ptr @in_table_esimd, ptr @in_table_sycl]
@table = addrspace(1) global [2 x ptr] [ptr @in_table_esimd, ptr @in_table_sycl]

; SYCL: @alias = alias void (), ptr @aliased_esimd
@alias = alias void (), ptr @aliased_esimd

; SYCL: declare spir_func void @in_table_esimd()
; ESIMD: define spir_func void @in_table_esimd()
define spir_func void @in_table_esimd() !sycl_explicit_simd !0 {
  ret void
}
; ESIMD: define internal spir_func void @in_table_sycl()
; SYCL: define internal spir_func void @in_table_sycl()
define spir_func void @in_table_sycl() {
  ret void
}
; SYCL: define internal spir_func void @aliased_esimd()
define spir_func void @aliased_esimd() !sycl_explicit_simd !0 {
  ret void
}
; SYCL: define spir_kernel void @kernel()
define spir_kernel void @kernel() #0 {
  call void @alias()
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{}
