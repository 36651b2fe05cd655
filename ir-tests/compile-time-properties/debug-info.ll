; With debug info the module stays valid, and only the kernel changes.

; RUN: %opt -S -passes=compile-time-properties -verify-each %s -o %t
; RUN: FileCheck %s < %t

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @k(ptr %p) #{{[0-9]+}} !dbg !{{[0-9]+}} !reqd_work_group_size ![[SIZE:[0-9]+]]
define spir_kernel void @k(ptr %p) "sycl-work-group-size"="8" !dbg !3 {
  ret void, !dbg !4
}
; CHECK: ![[SIZE]] = !{i32 8}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cpp", directory: ".")
!3 = distinct !DISubprogram(name: "k", file: !2, unit: !1, spFlags: DISPFlagDefinition, type: !5)
!4 = !DILocation(line: 1, scope: !3)
!5 = !DISubroutineType(types: !6)
!6 = !{}
