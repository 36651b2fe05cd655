; An image has the compile units that its functions and variables belong to, and of their lists only its own variables.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;o=%t/x.table>' %s
; RUN: opt -disable-debug-info-type-map -S -passes=verify %t/x_0.bc 2>&1 | FileCheck %s --check-prefix=B --implicit-check-not='filename: "a.cpp' --implicit-check-not=counter --implicit-check-not=invalid
; RUN: opt -disable-debug-info-type-map -S -passes=verify %t/x_1.bc 2>&1 | FileCheck %s --check-prefix=A --implicit-check-not='filename: "b.cpp' --implicit-check-not=unused --implicit-check-not=invalid

target triple = "spir64-unknown-unknown"

; A: @counter = internal addrspace(1) global i32 0, !dbg
@counter = internal addrspace(1) global i32 0, !dbg !31
@unused = internal addrspace(1) global i32 0, !dbg !33

; A: define spir_kernel void @kernel_a() {{.*}} !dbg
define spir_kernel void @kernel_a() #0 !dbg !40 {
  %v = load i32, ptr addrspace(1) @counter, !dbg !41
  ret void, !dbg !41
}
; B: define spir_kernel void @kernel_b() {{.*}} !dbg
define spir_kernel void @kernel_b() #0 !dbg !42 {
  ret void, !dbg !43
}

attributes #0 = { "sycl-module-id"="c.cpp" }

; A: !llvm.dbg.cu = !{![[UNIT:[0-9]+]]}
; A: ![[UNIT]] = distinct !DICompileUnit({{.*}}globals: ![[GLOBALS:[0-9]+]]
; B: !llvm.dbg.cu = !{![[UNIT:[0-9]+]]}
; B: ![[UNIT]] = distinct !DICompileUnit(
!llvm.dbg.cu = !{!10, !11}
!llvm.module.flags = !{!12}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !20, producer: "hand", isOptimized: false, emissionKind: FullDebug, globals: !30)
!11 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !21, producer: "hand", isOptimized: false, emissionKind: FullDebug)
!12 = !{i32 2, !"Debug Info Version", i32 3}
!20 = !DIFile(filename: "a.cpp", directory: "/src")
!21 = !DIFile(filename: "b.cpp", directory: "/src")
!22 = !DISubroutineType(types: !23)
!23 = !{null}
!24 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!30 = !{!31, !33}
!31 = !DIGlobalVariableExpression(var: !32, expr: !DIExpression())
!32 = distinct !DIGlobalVariable(name: "counter", scope: !10, file: !20, line: 1, type: !24, isLocal: true, isDefinition: true)
!33 = !DIGlobalVariableExpression(var: !34, expr: !DIExpression())
!34 = distinct !DIGlobalVariable(name: "unused", scope: !10, file: !20, line: 2, type: !24, isLocal: true, isDefinition: true)
!40 = distinct !DISubprogram(name: "kernel_a", scope: !20, file: !20, line: 5, type: !22, spFlags: DISPFlagDefinition, unit: !10)
!41 = !DILocation(line: 6, column: 1, scope: !40)
!42 = distinct !DISubprogram(name: "kernel_b", scope: !21, file: !21, line: 5, type: !22, spFlags: DISPFlagDefinition, unit: !11)
!43 = !DILocation(line: 6, column: 1, scope: !42)
