; A node of named metadata belongs to the globals that it names, also through other nodes. A node that names globals of
; different images belongs to none of them, and one that names itself to all.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=TWO --input-file=%t/x_0.ll --implicit-check-not=@one
; RUN: FileCheck %s --check-prefix=ONE --input-file=%t/x_1.ll --implicit-check-not=@two --implicit-check-not='!both'

target triple = "spir64-unknown-unknown"

define internal spir_func void @shared() {
  ret void
}
define spir_kernel void @one() #0 {
  call spir_func void @shared()
  ret void
}
define spir_kernel void @two() #0 {
  call spir_func void @shared()
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

; ONE: !nested = !{![[ONE:[0-9]+]], ![[LOOP:[0-9]+]], ![[SHARED:[0-9]+]]}
; TWO: !nested = !{![[LOOP:[0-9]+]], ![[SHARED:[0-9]+]]}
!nested = !{!0, !2, !3, !4}
!both = !{!3}

; ONE: ![[ONE]] = !{!"list", ![[INNER:[0-9]+]]}
!0 = !{!"list", !1}
; ONE: ![[INNER]] = !{ptr @one}
!1 = !{ptr @one}
; ONE: ![[LOOP]] = distinct !{![[LOOP]]}
; TWO: ![[LOOP]] = distinct !{![[LOOP]]}
!2 = distinct !{!2}
!3 = !{!1, ptr @two}
; ONE: ![[SHARED]] = !{ptr @shared, i32 1}
; TWO: ![[SHARED]] = !{ptr @shared, i32 1}
!4 = !{ptr @shared, i32 1}
