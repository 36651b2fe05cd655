; A user who wants no barriers is told of the first one, by its place in the source if that is known.

; REQUIRES: llvm-22
; RUN: not %opt -passes='work-group-functions<barriers=refuse>' %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: error: kernel `kernel` has a barrier at a.cpp:7:3; expected none with `barriers=refuse`
; RUN: opt -passes=verify --strip-debug %s -o %t.bc && not %opt -passes='work-group-functions<barriers=refuse>' %t.bc -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAIN
; PLAIN: error: kernel `kernel` has a barrier at `call void @__sp_host_group_barrier()`; expected none

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @__sp_host_group_barrier()

define void @kernel() "sycl-kernel" !dbg !3 {
  call void @__sp_host_group_barrier(), !dbg !5
  ret void, !dbg !5
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "kernel", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 7, column: 3, scope: !3)
