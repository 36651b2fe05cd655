; Exported and imported functions have the same names. Functions of the same translation unit are not imported, and
; helpers that are not SYCL_EXTERNAL are copied to their callers.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=source;properties;symbols;emit-exported-symbols;emit-imported-symbols;allow-device-image-dependencies;S;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=B --match-full-lines
; RUN: %props %t/x_1.prop | FileCheck %s --check-prefix=A --match-full-lines
; RUN: FileCheck %s --check-prefix=A-IR --input-file=%t/x_1.ll
; RUN: FileCheck %s --check-prefix=B-IR --input-file=%t/x_0.ll --implicit-check-not=@kernel

; A:      [SYCL/exported symbols]
; A-NEXT: _Z4nearv = 1
; A-NEXT: [SYCL/imported symbols]
; A-NEXT: _Z3farv = 1
; A-NOT:  {{.*}} = 1
; B:      [SYCL/exported symbols]
; B-NEXT: _Z3farv = 1
; B-NOT:  {{.*}} = 1

; A-IR-DAG: define spir_func void @_Z4nearv(
; A-IR-DAG: declare spir_func void @_Z3farv()
; A-IR-DAG: define internal spir_func void @helper(
; B-IR-DAG: define spir_func void @_Z3farv()
; B-IR-DAG: define internal spir_func void @helper(

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 {
  call spir_func void @_Z4nearv()
  call spir_func void @_Z3farv()
  ret void
}
define spir_func void @_Z4nearv() #0 {
  call spir_func void @helper()
  ret void
}
define spir_func void @_Z3farv() #1 {
  call spir_func void @helper()
  ret void
}
define internal spir_func void @helper() {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
