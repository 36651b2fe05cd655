; Debug info can name a global that no code uses, for example as a template argument. This does not keep the global: the
; image is valid and has no function that only debug info names.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;o=%t/x.table>' %s
; RUN: opt -disable-debug-info-type-map -S -passes=verify %t/x_0.bc 2>&1 | FileCheck %s --implicit-check-not=invalid
; RUN: opt -disable-debug-info-type-map -S -passes=verify %t/x_1.bc 2>&1 | FileCheck %s --check-prefix=OTHER --implicit-check-not=invalid --implicit-check-not=@helper

target triple = "spir64-unknown-unknown"

@identifier = internal constant i32 4
@table = internal constant ptr @helper

define internal void @helper() {
  ret void
}
; OTHER: define spir_kernel void @kernel_a() {{.*}} !dbg
define spir_kernel void @kernel_a() #0 !dbg !40 {
  ret void, !dbg !41
}
; CHECK: define spir_kernel void @kernel_b() {{.*}} !dbg
define spir_kernel void @kernel_b() #0 !dbg !42 {
  ret void, !dbg !43
}

attributes #0 = { "sycl-module-id"="a.cpp" }

; CHECK: !DITemplateValueParameter(name: "Id"
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
!42 = distinct !DISubprogram(name: "kernel_b", scope: !21, file: !21, line: 5, type: !22, spFlags: DISPFlagDefinition, unit: !11, templateParams: !52)
!43 = !DILocation(line: 6, column: 1, scope: !42)
!52 = !{!53, !54}
!53 = !DITemplateValueParameter(name: "Id", type: !24, value: ptr @identifier)
!54 = !DITemplateValueParameter(name: "Table", type: !24, value: ptr @table)
