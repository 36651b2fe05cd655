; An image keeps the registered names of its own kernels, in one tuple.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=TWO --input-file=%t/x_0.ll --implicit-check-not='"first"'
; RUN: FileCheck %s --check-prefix=ONE --input-file=%t/x_1.ll --implicit-check-not='"second"'

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_one() #0 {
  ret void
}
define spir_kernel void @kernel_two() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

; ONE: !sycl_registered_kernels = !{![[LIST:[0-9]+]]}
; ONE-DAG: ![[LIST]] = !{![[PAIR:[0-9]+]]}
; ONE-DAG: ![[PAIR]] = !{!"first", !"kernel_one"}
; TWO: !sycl_registered_kernels = !{![[LIST:[0-9]+]]}
; TWO-DAG: ![[LIST]] = !{![[PAIR:[0-9]+]]}
; TWO-DAG: ![[PAIR]] = !{!"second", !"kernel_two"}
!sycl_registered_kernels = !{!0}
!0 = !{!1, !2}
!1 = !{!"first", !"kernel_one"}
!2 = !{!"second", !"kernel_two"}
