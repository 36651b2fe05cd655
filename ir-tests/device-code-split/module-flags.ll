; Every image has all flags of the module, of whatever behaviour and kind, in their order, and so all identification and
; other named metadata that does not name globals.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --input-file=%t/x_0.ll
; RUN: FileCheck %s --input-file=%t/x_1.ll

target triple = "spir64-unknown-unknown"

define spir_kernel void @one() #0 {
  ret void
}
define spir_kernel void @two() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

; CHECK: !llvm.module.flags = !{![[A:[0-9]+]], ![[B:[0-9]+]], ![[C:[0-9]+]], ![[D:[0-9]+]]}
!llvm.module.flags = !{!0, !1, !2, !3}
; CHECK: !llvm.ident = !{![[E:[0-9]+]], ![[E]]}
!llvm.ident = !{!6, !6}

; CHECK: ![[A]] = !{i32 1, !"wchar_size", i32 4}
!0 = !{i32 1, !"wchar_size", i32 4}
; CHECK: ![[B]] = !{i32 7, !"frame-pointer", i32 2}
!1 = !{i32 7, !"frame-pointer", i32 2}
; CHECK: ![[C]] = !{i32 5, !"list", ![[F:[0-9]+]]}
!2 = !{i32 5, !"list", !4}
; CHECK: ![[F]] = !{!"element", i64 1}
; CHECK: ![[D]] = !{i32 3, !"needs", ![[G:[0-9]+]]}
!3 = !{i32 3, !"needs", !5}
; CHECK: ![[G]] = !{!"wchar_size", i32 4}
!4 = !{!"element", i64 1}
!5 = !{!"wchar_size", i32 4}
; CHECK: ![[E]] = !{!"compiler"}
!6 = !{!"compiler"}
