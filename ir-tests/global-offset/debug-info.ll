; A clone has its own subprogram and variables, with its own linkage name. Entities common to a unit are shared, and so
; is the subprogram of a function that was inlined into both.

; RUN: %opt -S -passes=global-offset -verify-each %s | FileCheck %s
; RUN: %opt -passes='global-offset,default<O1>,verify' -disable-output %s

target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

; CHECK: define ptx_kernel void @kernel() {{.*}}!dbg ![[#KERNEL:]] {
; CHECK: dbg{{[_.]}}value({{.*}}, {{(metadata )?}}![[#VARIABLE:]], 
; CHECK: define ptx_kernel void @kernel_with_offset({{.*}}) {{.*}}!dbg ![[#TWIN:]] {
; CHECK: %x = zext i32 %{{.*}} to i64, !dbg ![[#TWIN_PLACE:]]
; CHECK: dbg{{[_.]}}value({{(metadata )?}}i64 %x, {{(metadata )?}}![[#TWIN_VARIABLE:]], 
; CHECK: add i64 %x, 1, !dbg ![[#INLINED:]]
define ptx_kernel void @kernel() !dbg !5 {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0), !dbg !9
  call void @llvm.dbg.value(metadata i64 %x, metadata !8, metadata !DIExpression()), !dbg !9
  %y = add i64 %x, 1, !dbg !10
  ret void, !dbg !9
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

; CHECK: !llvm.dbg.cu = !{![[#UNIT:]]}
; CHECK-DAG: ![[#KERNEL]] = distinct !DISubprogram(name: "kernel", linkageName: "kernel", {{.*}}unit: ![[#UNIT]]
; CHECK-DAG: ![[#VARIABLE]] = !DILocalVariable(name: "x", scope: ![[#KERNEL]]
; CHECK-DAG: ![[#TWIN]] = distinct !DISubprogram(name: "kernel", linkageName: "kernel_with_offset", {{.*}}unit: ![[#UNIT]]
; CHECK-DAG: ![[#TWIN_VARIABLE]] = !DILocalVariable(name: "x", scope: ![[#TWIN]]
; CHECK-DAG: ![[#TWIN_PLACE]] = !DILocation(line: 8, column: 3, scope: ![[#TWIN]])
; CHECK-DAG: ![[#INLINED]] = !DILocation(line: 2, column: 5, scope: ![[#INNER:]], inlinedAt: ![[#AT:]])
; CHECK-DAG: ![[#INNER]] = distinct !DISubprogram(name: "inner"
; CHECK-DAG: ![[#AT]] = distinct !DILocation(line: 9, column: 3, scope: ![[#TWIN]])
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "kernel", linkageName: "kernel", scope: !1, file: !1, line: 7, type: !3, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !6)
!6 = !{!8}
!7 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "x", scope: !5, file: !1, line: 7, type: !7)
!9 = !DILocation(line: 8, column: 3, scope: !5)
!10 = !DILocation(line: 2, column: 5, scope: !11, inlinedAt: !12)
!11 = distinct !DISubprogram(name: "inner", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !4)
!12 = distinct !DILocation(line: 9, column: 3, scope: !5)
