; Debug info of a variable stays with it, also where another one takes its place.

; RUN: %opt -S -passes='sscp-ir-constants<set=flag=1;set=text=abc>' -verify-each %s | FileCheck %s

; CHECK: @flag = internal constant i32 1, !dbg ![[FLAG:[0-9]+]]
; CHECK: @text = internal constant [4 x i8] c"abc\00", !dbg ![[TEXT:[0-9]+]]
; CHECK: ![[FLAG]] = !DIGlobalVariableExpression(var: ![[FLAG_VARIABLE:[0-9]+]],
; CHECK: ![[FLAG_VARIABLE]] = distinct !DIGlobalVariable(name: "flag"
; CHECK: ![[TEXT]] = !DIGlobalVariableExpression(var: ![[TEXT_VARIABLE:[0-9]+]],
; CHECK: ![[TEXT_VARIABLE]] = distinct !DIGlobalVariable(name: "text"

target triple = "spir64-unknown-unknown"

@flag = global i32 0, !dbg !3
@text = constant [1 x i8] zeroinitializer, !dbg !7

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!11}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !2)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{!3, !7}
!3 = !DIGlobalVariableExpression(var: !4, expr: !DIExpression())
!4 = distinct !DIGlobalVariable(name: "flag", scope: !0, file: !1, line: 1, type: !5, isLocal: false, isDefinition: true)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "text", scope: !0, file: !1, line: 2, type: !9, isLocal: false, isDefinition: true)
!9 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!11 = !{i32 2, !"Debug Info Version", i32 3}
