; If `!sycl_aspects` does not name fp64, `double` does not require it, with or without the table.

; RUN: %opt -passes='aspect-propagation<pre-opt>' -S %s | FileCheck %s
; RUN: sed -e 's/^!sycl_aspects.*//' %s | %opt -passes='aspect-propagation<pre-opt>' -S - | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @kernel(double %d) !sycl_fixed_targets
define spir_kernel void @kernel(double %d) {
  ret void
}
!sycl_aspects = !{!0}
!0 = !{!"fp16", i32 5}
