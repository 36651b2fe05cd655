; An image without requirements has an empty property; a set without properties has no header.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;emit-program-metadata;emit-kernel-names;emit-exported-symbols;emit-imported-symbols;device-globals;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines --implicit-check-not='[' --implicit-check-not='='

; CHECK:      [SYCL/device requirements]
; CHECK-NEXT: aspects = {}

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

define spir_func void @_Z14__sycl_builtinv() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
