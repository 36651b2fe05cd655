; A device global with image scope may be used in one image only, also through helpers. Every device global needs an
; identity and a size.

; RUN: rm -rf %t && mkdir %t && split-file %s %t/in
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;properties;device-globals;o=%t/x.table>' %t/in/scope.ll 2>&1 | FileCheck %s --check-prefix=SCOPE
; RUN: not %opt -disable-output -passes='sycl-post-link<properties;device-globals;o=%t/x.table>' %t/in/id.ll 2>&1 | FileCheck %s --check-prefix=ID
; RUN: not %opt -disable-output -passes='sycl-post-link<properties;device-globals;o=%t/x.table>' %t/in/size.ll 2>&1 | FileCheck %s --check-prefix=SIZE
; RUN: not ls %t/x.table %t/x_0.bc %t/x_0.prop
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;device-globals;o=%t/x.table>' %t/in/scope.ll

; SCOPE: error: device_global variable 'shared' with property "device_image_scope" is used in more than one device image.
; ID: error: variable `nameless` has no attribute "sycl-unique-id"; expected one with its identity
; SIZE: error: attribute "sycl-device-global-size" of `large` is "many"; expected the size in bytes as a decimal number

;--- scope.ll
target triple = "spir64-unknown-unknown"
@shared = internal addrspace(1) global i32 0 #1
define spir_kernel void @kernel_a() #0 {
  %v = load i32, ptr addrspace(1) @shared
  ret void
}
define spir_kernel void @kernel_b() #0 {
  call void @helper()
  ret void
}
define internal void @helper() {
  %v = load i32, ptr addrspace(1) @shared
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="id" "sycl-device-image-scope" }

;--- id.ll
target triple = "spir64-unknown-unknown"
@nameless = addrspace(1) global i32 0 #1
define spir_kernel void @kernel() #0 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" }

;--- size.ll
target triple = "spir64-unknown-unknown"
@large = addrspace(1) global i32 0 #1
define spir_kernel void @kernel() #0 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="many" "sycl-unique-id"="id" }
