; The kernel keeps its subprogram, and variables with the value of a local parameter get the address, which is computed
; first.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: define ptx_kernel void @kernel(i32 %scratch.offset) {{.*}}!dbg ![[#KERNEL:]] {
; CHECK-NEXT: %scratch = getelementptr inbounds [0 x i8], ptr addrspace(3) @kernel_shared_mem, i32 0, i32 %scratch.offset
; CHECK-NEXT: dbg{{[_.]}}value({{(metadata )?}}ptr addrspace(3) %scratch, {{(metadata )?}}![[#VARIABLE:]], {{.*}}!DIExpression()
; CHECK: store i32 1, ptr addrspace(3) %scratch, align 4, !dbg ![[#PLACE:]]
define ptx_kernel void @kernel(ptr addrspace(3) %scratch) !dbg !5 {
  call void @llvm.dbg.value(metadata ptr addrspace(3) %scratch, metadata !8, metadata !DIExpression()), !dbg !9
  store i32 1, ptr addrspace(3) %scratch, align 4, !dbg !9
  ret void, !dbg !9
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

; CHECK-DAG: ![[#KERNEL]] = distinct !DISubprogram(name: "kernel", {{.*}}line: 7
; CHECK-DAG: ![[#VARIABLE]] = !DILocalVariable(name: "scratch", arg: 1, scope: ![[#KERNEL]]
; CHECK-DAG: ![[#PLACE]] = !DILocation(line: 8, column: 3, scope: ![[#KERNEL]])
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 7, type: !3, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !6)
!6 = !{!8}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "scratch", arg: 1, scope: !5, file: !1, line: 7, type: !7)
!9 = !DILocation(line: 8, column: 3, scope: !5)
