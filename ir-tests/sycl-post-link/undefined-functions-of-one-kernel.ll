; In an image of several kernels, the warning names a kernel that needs the function.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=auto;o=%t/x.table>' %s 2> %t/messages
; RUN: FileCheck %s --input-file=%t/messages --implicit-check-not=kernel_without

; CHECK: warning: Undefined function missing found in {{.*}}`kernel_with`{{.*}} This may result in runtime errors.

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_without() #0 {
  ret void
}
define spir_kernel void @kernel_with() #0 {
  call spir_func void @missing()
  ret void
}
declare spir_func void @missing()

attributes #0 = { "sycl-module-id"="a.cpp" }
