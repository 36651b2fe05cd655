; A function of another translation unit that was inlined brings its unit.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;o=%t/x.table>' %s
; RUN: opt -disable-debug-info-type-map -S -passes=verify %t/x_0.bc 2>&1 | FileCheck %s --implicit-check-not=invalid

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 !dbg !40 {
  ret void, !dbg !41
}
define spir_kernel void @kernel_b() #0 !dbg !42 {
; CHECK: ret void, !dbg ![[PLACE:[0-9]+]]
  ret void, !dbg !44
}

attributes #0 = { "sycl-module-id"="a.cpp" }

; CHECK: !llvm.dbg.cu = !{!{{[0-9]+}}, !{{[0-9]+}}}
; CHECK: ![[PLACE]] = !DILocation(line: 2, column: 1, scope: !{{[0-9]+}}, inlinedAt: !{{[0-9]+}})
!llvm.dbg.cu = !{!10, !11}
!llvm.module.flags = !{!12}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !20, producer: "hand", isOptimized: false, emissionKind: FullDebug)
!11 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !21, producer: "hand", isOptimized: false, emissionKind: FullDebug)
!12 = !{i32 2, !"Debug Info Version", i32 3}
!20 = !DIFile(filename: "a.cpp", directory: "/src")
!21 = !DIFile(filename: "b.cpp", directory: "/src")
!22 = !DISubroutineType(types: !23)
!23 = !{null}
!24 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!40 = distinct !DISubprogram(name: "kernel_a", scope: !20, file: !20, line: 5, type: !22, spFlags: DISPFlagDefinition, unit: !10)
!41 = !DILocation(line: 6, column: 1, scope: !40)
!42 = distinct !DISubprogram(name: "kernel_b", scope: !21, file: !21, line: 5, type: !22, spFlags: DISPFlagDefinition, unit: !11)
!43 = distinct !DISubprogram(name: "inlined", scope: !20, file: !20, line: 1, type: !22, spFlags: DISPFlagDefinition, unit: !10)
!44 = !DILocation(line: 2, column: 1, scope: !43, inlinedAt: !45)
!45 = distinct !DILocation(line: 7, column: 1, scope: !42)
