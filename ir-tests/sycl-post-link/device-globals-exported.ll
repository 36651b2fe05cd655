; A device global of the whole program is exported under its symbol name, like functions. Device globals with image
; scope, internal ones, and other variables are not.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;device-globals;emit-exported-symbols;emit-imported-symbols;allow-device-image-dependencies;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines --implicit-check-not=in_image --implicit-check-not=hidden_global --implicit-check-not=plain

; CHECK:      [SYCL/exported symbols]
; CHECK-NEXT: in_program = 1
; CHECK:      [SYCL/device globals]
; CHECK-NEXT: id_program = {4, 0}
; CHECK-NEXT: id_image = {16, 1}
; CHECK-NEXT: id_hidden = {8, 0}

target triple = "spir64-unknown-unknown"

@in_program = addrspace(1) global i32 0 #1
@in_image = addrspace(1) global [4 x i32] zeroinitializer #2
@hidden_global = internal addrspace(1) global i64 0 #3
@plain = addrspace(1) global i64 0

define spir_kernel void @kernel() #0 {
  %v = load i64, ptr addrspace(1) @hidden_global
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="id_program" }
attributes #2 = { "sycl-device-global-size"="16" "sycl-unique-id"="id_image" "sycl-device-image-scope" }
attributes #3 = { "sycl-device-global-size"="8" "sycl-unique-id"="id_hidden" }
