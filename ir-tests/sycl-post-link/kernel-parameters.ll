; One bit per parameter in the source, set if the parameter was removed. A kernel without a list, or with an empty one,
; has no entry; a function that is not a kernel but has a list does. The set is only written on request.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;emit-param-info;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;o=%t/x.table>' %s
; RUN: FileCheck %s --check-prefix=OFF --input-file=%t/x_0.prop --implicit-check-not='kernel param opt'

; CHECK:      [SYCL/kernel param opt]
; CHECK-NEXT: kernel_three = bits 101
; CHECK-NEXT: kernel_nine = bits 000000001
; CHECK-NEXT: kernel_integers = bits 01
; CHECK-NEXT: function = bits 101
; CHECK-NEXT: helper = bits 01
; OFF: [SYCL/device requirements]

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_three() #0 !sycl_kernel_omit_args !0 {
  ret void
}
define spir_kernel void @kernel_nine() #0 !sycl_kernel_omit_args !1 {
  ret void
}
define spir_kernel void @kernel_integers() #0 !sycl_kernel_omit_args !2 {
  ret void
}
define spir_kernel void @kernel_empty() #0 !sycl_kernel_omit_args !3 {
  ret void
}
define spir_kernel void @kernel_none() #0 {
  ret void
}
define spir_func void @function() #0 !sycl_kernel_omit_args !0 {
  ret void
}
define internal spir_func void @helper() !sycl_kernel_omit_args !2 {
  ret void
}
define internal spir_func void @unused() !sycl_kernel_omit_args !2 {
  ret void
}
define spir_kernel void @takes_an_address(ptr %p) #0 {
  store ptr @helper, ptr %p
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i1 true, i1 false, i1 true}
!1 = !{i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 true}
!2 = !{i32 0, i32 1}
!3 = !{}
