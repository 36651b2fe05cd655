; New instructions have the source location of the call, variables with the value of the call get the new value, and a
; default that debug info names (as a template argument) is kept.

; RUN: %opt -S -passes='spec-constants<native>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -S -passes='spec-constants<emulation>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,EMULATION
; RUN: %opt -S -passes='spec-constants<default-values>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,DEFAULTS

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name = private unnamed_addr constant [5 x i8] c"size\00"
@default = internal constant { i32 } { i32 4 }, !dbg !20

; CHECK: @default = internal constant { i32 } { i32 4 }, !dbg
; CHECK-LABEL: define spir_kernel void @kernel_size(
define spir_kernel void @kernel_size(ptr %out, ptr %buffer) !dbg !5 {
; NATIVE-NEXT:    %[[VALUE:.*]] = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 4), !dbg ![[CALL:[0-9]+]]
; NATIVE-NEXT:    {{.*(#dbg_value|@llvm.dbg.value)}}({{(metadata )?}}i32 %[[VALUE]], {{(metadata )?}}![[VARIABLE:[0-9]+]]
; NATIVE-NEXT:    store i32 %[[VALUE]], ptr %out{{.*}}, !dbg
; EMULATION-NEXT: %[[ADDRESS:.*]] = getelementptr i8, ptr %buffer, i32 0, !dbg ![[CALL:[0-9]+]]
; EMULATION-NEXT: %[[VALUE:.*]] = load i32, ptr %[[ADDRESS]], align 4, !dbg ![[CALL]]
; EMULATION-NEXT: {{.*(#dbg_value|@llvm.dbg.value)}}({{(metadata )?}}i32 %[[VALUE]], {{(metadata )?}}![[VARIABLE:[0-9]+]]
; DEFAULTS-NEXT:  {{.*(#dbg_value|@llvm.dbg.value)}}({{(metadata )?}}i32 4, {{(metadata )?}}![[VARIABLE:[0-9]+]]
; DEFAULTS-NEXT:  store i32 4, ptr %out{{.*}}, !dbg
  %size = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name, ptr @default, ptr %buffer), !dbg !8
  call void @llvm.dbg.value(metadata i32 %size, metadata !9, metadata !DIExpression()), !dbg !11
  store i32 %size, ptr %out, !dbg !12
  ret void, !dbg !12
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4}

; NATIVE-DAG:    ![[CALL]] = !DILocation(line: 12, column: 3,
; EMULATION-DAG: ![[CALL]] = !DILocation(line: 12, column: 3,
; CHECK-DAG:     ![[VARIABLE]] = !DILocalVariable(name: "size"
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "hand", isOptimized: true, emissionKind: FullDebug, globals: !2)
!1 = !DIFile(filename: "size.cpp", directory: "/src")
!2 = !{!20}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "kernel_size", scope: !1, file: !1, line: 10, type: !6, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, templateParams: !13)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DILocation(line: 12, column: 3, scope: !5)
!9 = !DILocalVariable(name: "size", scope: !5, file: !1, line: 12, type: !10)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DILocation(line: 12, column: 7, scope: !5)
!12 = !DILocation(line: 13, column: 3, scope: !5)
!13 = !{!14}
!14 = !DITemplateValueParameter(name: "Id", type: !10, value: ptr @default)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "default", scope: !0, file: !1, line: 1, type: !10, isLocal: true, isDefinition: true)
