; If only kernels are entry points, no image exports the functions that others import: there is a warning for each.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;allow-device-image-dependencies;emit-only-kernels-as-entry-points;o=%t/x.table>' %s 2>&1 | FileCheck %s --implicit-check-not='Function not' --implicit-check-not='Function helper'
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;allow-device-image-dependencies;o=%t/x.table>' %s 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty --implicit-check-not='entry point of no image'

; CHECK: warning: Function once() is an entry point of no image, but one image imports it. This may result in runtime errors.
; CHECK: warning: Function twice() is an entry point of no image, but 2 images import it. This may result in runtime errors.
; NONE-NOT: entry point of no image

target triple = "spir64-unknown-unknown"

define spir_func void @_Z4oncev() #0 {
  call void @helper()
  ret void
}
define spir_func void @_Z5twicev() #0 {
  ret void
}
define spir_func void @_Z3notv() #0 {
  ret void
}
define internal void @helper() {
  ret void
}
define spir_kernel void @one() #0 {
  call spir_func void @_Z4oncev()
  call spir_func void @_Z5twicev()
  ret void
}
define spir_kernel void @two() #0 {
  call spir_func void @_Z5twicev()
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
