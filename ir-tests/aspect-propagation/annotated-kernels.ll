; NVPTX kernels that are only marked in `!nvvm.annotations`, as in modules from before LLVM 21, are entry points for
; every pass. Pairs may come in any order, several to a node; a value of 0 and nested pairs do not mark a kernel.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -S -passes=aspect-propagation -verify-each %s | FileCheck %s --implicit-check-not='sycl_fixed_targets !'
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;symbols;properties;emit-kernel-names;o=%t/x.table>' %s
; RUN: cat %t/*.sym | FileCheck %s --check-prefix=SYMBOLS
; RUN: cat %t/*.prop | FileCheck %s --check-prefix=PROPERTIES

target triple = "nvptx64-nvidia-cuda"

; CHECK: @alone({{.*}} !sycl_fixed_targets !
; CHECK: @last_pair({{.*}} !sycl_fixed_targets !
; CHECK: @convention({{.*}} !sycl_fixed_targets !
; CHECK: @opencl({{.*}} !sycl_fixed_targets !

; SYMBOLS: {{^}}alone{{$}}
; SYMBOLS-NEXT: last_pair
; SYMBOLS-NEXT: convention
; SYMBOLS-NEXT: opencl
; SYMBOLS-NOT: {{.}}

; PROPERTIES: [SYCL/kernel names]
; PROPERTIES-NEXT: alone=
; PROPERTIES-NEXT: last_pair=
; PROPERTIES-NEXT: convention=
; PROPERTIES-NEXT: opencl=

define void @alone() {
  ret void
}
define void @last_pair() {
  ret void
}
define ptx_kernel void @convention() {
  ret void
}
define spir_kernel void @opencl() {
  ret void
}
define void @no_kernel() {
  ret void
}
define void @nested() {
  ret void
}

!nvvm.annotations = !{!1, !2, !3, !4, !5}
!1 = !{ptr @alone, !"kernel", i32 1}
!2 = !{ptr @last_pair, !"maxntidx", i32 64, !"minctasm", i32 2, !"kernel", i32 1}
!3 = !{ptr @no_kernel, !"kernel", i32 0, !"maxntidx", i32 1}
!4 = !{null, !"kernel", i32 1}
!5 = !{ptr @nested, !"else", !6}
!6 = !{!"kernel", i32 1}
