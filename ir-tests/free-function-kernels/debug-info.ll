; A kernel has debug info of its own, under its own name, also where the function stays; what is made of parameters has no
; location, and variables are found in it.

; RUN: %opt -S -passes=free-function-kernels -verify-each %s | FileCheck %s

target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

@.text = private constant [19 x i8] c"sycl-free-function\00"
@.task = private constant [19 x i8] c"single_task_kernel\00"
@.args = private constant { ptr } { ptr @.task }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @_Z1fPi, ptr @.text, ptr null, i32 0, ptr @.args }
], section "llvm.metadata"

; CHECK: define spir_func void @_Z1fPi(ptr addrspace(4) %p) !dbg ![[FUNCTION:[0-9]+]] {
; CHECK: define spir_kernel void @_Z15__sycl_kernel_fPi(ptr addrspace(1) %p) #{{[0-9]+}} !dbg ![[KERNEL:[0-9]+]] {
; CHECK-NEXT: %[[P:[0-9]+]] = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
; CHECK-NOT: !dbg
; CHECK: dbg{{.}}value({{(metadata )?}}ptr addrspace(4) %[[P]], {{(metadata )?}}![[VARIABLE:[0-9]+]]
; CHECK-NEXT: call spir_func void @_Z1fPi(ptr addrspace(4) %[[P]]), !dbg ![[PLACE:[0-9]+]]
define spir_func void @_Z1fPi(ptr addrspace(4) %p) !dbg !5 {
  call void @llvm.dbg.value(metadata ptr addrspace(4) %p, metadata !9, metadata !DIExpression()), !dbg !10
  call spir_func void @_Z1fPi(ptr addrspace(4) %p), !dbg !10
  ret void, !dbg !10
}
declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", linkageName: "_Z1fPi", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !8)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !{!9}
!9 = !DILocalVariable(name: "p", arg: 1, scope: !5, file: !1, line: 1, type: !11)
!10 = !DILocation(line: 2, column: 3, scope: !5)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
; CHECK-DAG: ![[FUNCTION]] = distinct !DISubprogram(name: "f", linkageName: "_Z1fPi"
; CHECK-DAG: ![[KERNEL]] = distinct !DISubprogram(name: "f", linkageName: "_Z15__sycl_kernel_fPi"
; CHECK-DAG: ![[VARIABLE]] = !DILocalVariable(name: "p", arg: 1, scope: ![[KERNEL]]
; CHECK-DAG: ![[PLACE]] = !DILocation(line: 2, column: 3, scope: ![[KERNEL]])
