; A device global that is only declared is defined in another image. It is imported, like functions, if images may
; depend on each other.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;emit-imported-symbols;allow-device-image-dependencies;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines

; CHECK:      [SYCL/imported symbols]
; CHECK-DAG:  missing = 1
; CHECK-DAG:  elsewhere = 1

target triple = "spir64-unknown-unknown"

%"class.sycl::_V1::ext::oneapi::experimental::device_global" = type { i32 }

@elsewhere = external addrspace(1) global %"class.sycl::_V1::ext::oneapi::experimental::device_global" #1

define spir_kernel void @kernel(ptr addrspace(1) %out) #0 {
  %v = load i32, ptr addrspace(1) @elsewhere
  store i32 %v, ptr addrspace(1) %out
  call spir_func void @missing()
  ret void
}
declare spir_func void @missing()

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="id_elsewhere" }
