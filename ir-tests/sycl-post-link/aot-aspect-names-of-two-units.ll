; The name beside the number of an aspect is that of its own function, even if another translation unit uses another
; name.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;o=intel_gpu_dg1:%t/x.table>' %s
; RUN: FileCheck %s --input-file=%t/x.table
; RUN: cat %t/x_0.sym %t/x_1.sym | FileCheck %s --check-prefix=SYMBOLS

; SYMBOLS:      kernel_b
; SYMBOLS-NEXT: kernel_a
; CHECK:      [Code|Symbols]
; CHECK-NEXT: {{.*}}/x_0.bc|
; CHECK-NEXT: {{.*}}/x_empty.bc|

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @kernel_b() #1 !sycl_used_aspects !2 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }

!0 = !{!1}
!1 = !{!"fp64", i32 6}
!2 = !{!3}
!3 = !{!"fp16", i32 6}
