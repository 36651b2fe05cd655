; Named metadata is copied into images with its operands unchanged, including null operands and tuples of a single
; constant.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -passes='device-code-split<kernel;S;o=%t/x.table>' -disable-output %s
; RUN: FileCheck %s --input-file=%t/x_0.ll
; CHECK: !odd = !{![[NULL:[0-9]+]], ![[ONE:[0-9]+]], ![[NESTED:[0-9]+]]}
; CHECK-DAG: ![[NULL]] = !{null}
; CHECK-DAG: ![[ONE]] = !{i32 1}
; CHECK-DAG: ![[NESTED]] = !{![[ONE]], ![[NULL]]}

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  ret void
}
!odd = !{!0, !1, !2}
!0 = !{null}
!1 = !{i32 1}
!2 = !{!1, !0}
