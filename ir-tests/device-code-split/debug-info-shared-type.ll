; Types of one name are merged when translation units are linked, so the type of a variable may be local to a function
; of another unit. That unit is then reachable and must be listed, but what its own lists refer to does not belong to
; the image.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;o=%t/x.table>' %s
; RUN: opt -disable-debug-info-type-map -S -passes=verify %t/x_0.bc 2>&1 | FileCheck %s --implicit-check-not=invalid --implicit-check-not='not listed'

target triple = "spir64-unknown-unknown"

; CHECK-NOT: @identifier
@identifier = linkonce_odr constant i32 4

define spir_kernel void @kernel_a() #0 !dbg !40 {
  ret void, !dbg !41
}
; CHECK: define spir_kernel void @kernel_b(
define spir_kernel void @kernel_b(ptr %p) #0 !dbg !42 {
  call void @llvm.dbg.value(metadata ptr %p, metadata !44, metadata !DIExpression()), !dbg !43
  ret void, !dbg !43
}
declare void @llvm.dbg.value(metadata, metadata, metadata)

attributes #0 = { "sycl-module-id"="a.cpp" }

; CHECK: !llvm.dbg.cu = !{
; CHECK: !DICompositeType({{.*}}name: "merged"
!llvm.dbg.cu = !{!10, !11}
!llvm.module.flags = !{!12}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !20, producer: "hand", isOptimized: false, emissionKind: FullDebug, retainedTypes: !50)
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
!43 = !DILocation(line: 6, column: 1, scope: !42)
!44 = !DILocalVariable(name: "t", scope: !42, file: !21, line: 2, type: !45)
!45 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "merged", scope: !46, file: !20, line: 3, size: 64, identifier: "_ZTSmerged")
!46 = distinct !DISubprogram(name: "inlined_away", scope: !20, file: !20, line: 1, type: !22, spFlags: DISPFlagDefinition, unit: !10)
!50 = !{!51}
!51 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "kept", file: !20, line: 3, size: 8, identifier: "_ZTSkept", templateParams: !52)
!52 = !{!53}
!53 = !DITemplateValueParameter(name: "Id", type: !24, value: ptr @identifier)
