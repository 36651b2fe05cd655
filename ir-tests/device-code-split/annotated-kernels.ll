; NVPTX kernels that only `!nvvm.annotations` marks, as in modules from before LLVM 21, are entry points of images like others.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;symbols;S;o=%t/x.table>' %s
; RUN: cd %t && grep -H . x_0.sym x_1.sym | FileCheck %s
; RUN: ls %t | count 5

; CHECK:      x_0.sym:second
; CHECK-NEXT: x_1.sym:first

target triple = "nvptx64-nvidia-cuda"

define void @first() #0 {
  call void @helper()
  ret void
}
define void @second() #0 {
  call void @helper()
  ret void
}
define internal void @helper() {
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @first, !"kernel", i32 1}
!1 = !{ptr @second, !"kernel", i32 1}
