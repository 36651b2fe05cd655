; An execution mode whose function was removed (null) belongs to no image.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: FileCheck %s --input-file=%t/x_0.ll

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

; CHECK: !spirv.ExecutionMode = !{![[MODE:[0-9]+]]}
; CHECK: ![[MODE]] = !{ptr @kernel, i32 35, i32 8}
!spirv.ExecutionMode = !{!0, !1}
!0 = !{null, i32 17, i32 1, i32 1, i32 1}
!1 = !{ptr @kernel, i32 35, i32 8}
