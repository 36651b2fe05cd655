; `keep-linkage` takes facts over and leaves the linkage of kernels to a later run.

; RUN: %opt -S -passes='sycl-front-end<keep-linkage>' %s | FileCheck %s --implicit-check-not=!sycl_passes.kernels
; RUN: %opt -S -passes='sycl-front-end<keep-linkage>,sycl-front-end' %s | FileCheck %s --check-prefix=LATER

; CHECK: define spir_kernel void @_ZTS1K() #[[#ATTRIBUTES:]]
; CHECK: attributes #[[#ATTRIBUTES]] = { "sycl-module-id"="one.cpp" }
; LATER: define weak_odr spir_kernel void @_ZTS1K()
; LATER: !sycl_passes.kernels = !{

source_filename = "one.cpp"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @_ZTS1K() {
  ret void
}
