; A device global with image scope can be used by one image only; here two images use it, one through the initializer of
; another variable. This is checked if device globals are requested, and is not an error within one image.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;properties;device-globals;o=%t/x.table>' %s 2>&1 | FileCheck %s
; RUN: ls -A %t | count 0
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;o=%t/x.table>' %s
; RUN: %opt -disable-output -passes='sycl-post-link<split=auto;properties;device-globals;o=%t/x.table>' %s

; CHECK: error: device_global variable 'of_one_image' with property "device_image_scope" is used in more than one device image.

target triple = "spir64-unknown-unknown"

@of_one_image = internal addrspace(1) global i64 0 #1
@pointer = internal addrspace(1) constant ptr addrspace(1) @of_one_image

define spir_kernel void @kernel_a() #0 {
  %v = load ptr addrspace(1), ptr addrspace(1) @pointer
  ret void
}
define spir_kernel void @kernel_b() #0 {
  call spir_func void @helper()
  ret void
}
define internal spir_func void @helper() {
  store i64 1, ptr addrspace(1) @of_one_image
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="8" "sycl-unique-id"="id" "sycl-device-image-scope" }
