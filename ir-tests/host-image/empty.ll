; A module without kernels becomes an image without kernels: its properties say what the target lacks. With LLVM's debug info nothing else changes.

; REQUIRES: llvm-at-least-22
; RUN: echo '[SYCL/kernel names]' > %t.prop
; RUN: %opt -S -passes='host-image<properties=%t.prop>' -verify-each %s | FileCheck %s

; CHECK-DAG: @[[PROPERTIES:.+]] = private unnamed_addr constant [21 x i8] c"[SYCL/kernel names]\0A\00"
; CHECK-DAG: @sycl_host_image = internal constant {{.+}} ptr null, i64 0, ptr null, i64 0, ptr @[[PROPERTIES]], i64 20, ptr @sycl_host_on_failure }
; CHECK:     define internal void @helper() !dbg

target triple = "x86_64-unknown-linux-gnu"

@sycl_host_on_failure = internal global ptr null

define internal void @helper() !dbg !3 {
  ret void, !dbg !5
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "helper", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 1, scope: !3)
