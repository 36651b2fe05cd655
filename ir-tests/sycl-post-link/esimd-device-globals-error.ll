; The halves of an image are two images, so a device global with image scope would become two variables.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='sycl-post-link<split-esimd;device-globals;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 0
; RUN: %opt -disable-output -passes='sycl-post-link<device-globals;o=%t/x.table>' %s

; CHECK: error: device_global variable 'shared' with property "device_image_scope" is used in more than one device image.

target triple = "spir64-unknown-unknown"

@shared = internal addrspace(1) global i32 0 #1

define spir_kernel void @kernel_sycl() #0 {
  store i32 1, ptr addrspace(1) @shared
  ret void
}
define spir_kernel void @kernel_esimd() #0 !sycl_explicit_simd !0 {
  store i32 2, ptr addrspace(1) @shared
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="id" "sycl-device-image-scope" }

!0 = !{}
