; Front ends number aspects as they like and record the names beside the numbers; targets are compared by name. Only a
; number without a name stands for the SYCL aspect with that number.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;symbols;o=intel_gpu_dg1:%t/x.table>' %s
; RUN: FileCheck %s --input-file=%t/x.table
; RUN: cat %t/x_0.sym %t/x_1.sym %t/x_2.sym %t/x_3.sym | FileCheck %s --check-prefix=SYMBOLS

; SYMBOLS:      kernel_unknown_name
; SYMBOLS-NEXT: kernel_number_only
; SYMBOLS-NEXT: kernel_named_fp64
; SYMBOLS-NEXT: kernel_named_atomic64

; CHECK:      [Code|Properties|Symbols]
; CHECK-NEXT: {{.*}}/x_empty.bc|{{.*}}/x_0.intel_gpu_dg1.prop|{{.*}}/x_0.sym
; CHECK-NEXT: {{.*}}/x_1.bc|{{.*}}/x_1.intel_gpu_dg1.prop|{{.*}}/x_1.sym
; CHECK-NEXT: {{.*}}/x_empty.bc|{{.*}}/x_2.intel_gpu_dg1.prop|{{.*}}/x_2.sym
; CHECK-NEXT: {{.*}}/x_3.bc|{{.*}}/x_3.intel_gpu_dg1.prop|{{.*}}/x_3.sym

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_named_atomic64() #0 !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @kernel_named_fp64() #0 !sycl_used_aspects !2 {
  ret void
}
define spir_kernel void @kernel_number_only() #0 !sycl_used_aspects !4 {
  ret void
}
define spir_kernel void @kernel_unknown_name() #0 !sycl_used_aspects !5 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

; 6 is fp64 in SYCL, 100 is nothing, 5 is fp16, 28 is atomic64.
!0 = !{!1}
!1 = !{!"atomic64", i32 6}
!2 = !{!3}
!3 = !{!"fp64", i32 100}
!4 = !{i32 5}
!5 = !{!6}
!6 = !{!"of_tomorrow", i32 28}
