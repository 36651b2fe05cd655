; Lists with named aspects keep their names, and new lists have names too. Numbers without a known name stay numbers.
; Lists are sorted and have no duplicates. A second run changes nothing.

; RUN: %opt -passes=aspect-propagation -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %opt -passes=aspect-propagation -S %t.ll -o - | tail -n +3 > %t.again
; RUN: tail -n +3 %t.ll | diff - %t.again

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @kernel(){{.*}} !sycl_used_aspects ![[LIST:[0-9]+]]
define spir_kernel void @kernel() {
  call spir_func void @named()
  call spir_func void @plain()
  ret void
}
define spir_func void @named() !sycl_used_aspects !0 {
  ret void
}
define spir_func void @plain() !sycl_used_aspects !1 {
  ret void
}
; CHECK-DAG: ![[LIST]] = !{i32 -3, ![[FP16:[0-9]+]], ![[FP64:[0-9]+]], i32 1000}
; CHECK-DAG: ![[FP16]] = !{!"fp16", i32 5}
; CHECK-DAG: ![[FP64]] = !{!"fp64", i32 6}
!0 = !{!2, !3, !2}
!1 = !{i32 1000, i32 -3, i32 6}
!2 = !{!"fp64", i32 6}
!3 = !{!"fp16", i32 5}
