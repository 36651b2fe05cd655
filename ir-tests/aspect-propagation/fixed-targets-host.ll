; A fixed target `host` is the aspect of that name where the module has it, and else the host device of the
; configuration.

; RUN: %opt -S -passes='aspect-propagation<fixed-targets=host:cpu:gpu>' %s | FileCheck %s --check-prefix=ASPECT
; RUN: sed '/^!/d' %s | %opt -S -passes='aspect-propagation<fixed-targets=host>' | FileCheck %s --check-prefix=DEVICE

; ASPECT: !sycl_fixed_targets ![[TARGETS:[0-9]+]]
; ASPECT: ![[TARGETS]] = !{i32 0, i32 1, i32 2}
; DEVICE: !sycl_fixed_targets ![[TARGETS:[0-9]+]]
; DEVICE: ![[TARGETS]] = !{!"host"}

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!sycl_aspects = !{!0, !1, !2}
!0 = !{!"host", i32 0}
!1 = !{!"cpu", i32 1}
!2 = !{!"gpu", i32 2}
