; With debug info the module stays valid, and only the kernel changes.

; RUN: %opt -S -passes=sycl-virtual-functions-analysis -verify-each %s -o %t
; RUN: FileCheck %s < %t

target triple = "spir64-unknown-unknown"

@table = linkonce_odr addrspace(1) constant [1 x ptr] [ptr @draw]

; CHECK: define spir_kernel void @k(ptr %p) #[[A:[0-9]+]] !dbg
define spir_kernel void @k(ptr %p) !dbg !3 {
  store ptr addrspace(1) @table, ptr %p, !dbg !4
  ret void, !dbg !4
}
define spir_func void @draw() #0 {
  ret void
}
; CHECK: attributes #[[A]] = { "calls-indirectly"="shapes" }
attributes #0 = { "indirectly-callable"="shapes" }
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cpp", directory: ".")
!3 = distinct !DISubprogram(name: "k", file: !2, unit: !1, spFlags: DISPFlagDefinition, type: !5)
!4 = !DILocation(line: 1, scope: !3)
!5 = !DISubroutineType(types: !6)
!6 = !{}
