; Size and scope of each device global in the image, by its identity: {size, whether it has image scope}.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;device-globals;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines

; CHECK:      [SYCL/device globals]
; CHECK-NEXT: id_program = {4, 0}
; CHECK-NEXT: id_image = {16, 1}
; CHECK-NEXT: id_not_image = {8, 0}

target triple = "spir64-unknown-unknown"

@in_program = addrspace(1) global i32 0 #1
@in_image = internal addrspace(1) global [4 x i32] zeroinitializer #2
@not_in_image = addrspace(1) global i64 0 #3
@unreached = internal addrspace(1) global i64 0 #4

define spir_kernel void @kernel() #0 {
  %v = load i32, ptr addrspace(1) @in_image
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="id_program" }
attributes #2 = { "sycl-device-global-size"="16" "sycl-unique-id"="id_image" "sycl-device-image-scope" }
attributes #3 = { "sycl-device-global-size"="8" "sycl-unique-id"="id_not_image" "sycl-device-image-scope"="false" }
attributes #4 = { "sycl-device-global-size"="8" "sycl-unique-id"="id_unreached" }
