; Debug info stays: locations of variables on the stack, in arguments and in constants, scopes, and what a variable belongs to.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=amdgcn:gfx90a>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,AMDGPU
; RUN: %opt -S -passes='retarget<target=nvptx64>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,NVPTX
; RUN: %opt -passes='retarget<target=amdgcn:gfx90a>' %s -o - | %llc -mcpu=gfx90a -o /dev/null
; RUN: %opt -passes='retarget<target=nvptx64>' %s -o - | %llc -mcpu=sm_80 -o /dev/null

target triple = "spir64-unknown-unknown"

; CHECK: @g = {{.*}}addrspace(1) global ptr null, !dbg ![[GLOBAL:[0-9]+]]
@g = addrspace(1) global ptr addrspace(4) null, !dbg !10
; AMDGPU: @text = internal addrspace(1) constant i8 1
@text = internal addrspace(4) constant i8 1

; CHECK: @kernel({{.+}}) !dbg ![[KERNEL:[0-9]+]]
define spir_kernel void @kernel(ptr byval(i64) %s, ptr addrspace(1) %p) !dbg !4 {
; AMDGPU-NEXT: %x = alloca ptr, align 8, addrspace(5), !DIAssignID
; AMDGPU-NEXT: #dbg_assign(i1 undef, ![[X:[0-9]+]], !DIExpression(), !{{[0-9]+}}, ptr addrspace(5) %x, !DIExpression(),
  %x = alloca ptr addrspace(4), align 8, !DIAssignID !20
    #dbg_assign(i1 undef, !7, !DIExpression(), !20, ptr %x, !DIExpression(), !9)
; AMDGPU: #dbg_declare(ptr addrspace(4) %s, ![[S:[0-9]+]], !DIExpression(),
; NVPTX:  #dbg_declare(ptr %s, ![[S:[0-9]+]], !DIExpression(),
    #dbg_declare(ptr %s, !13, !DIExpression(), !9)
; CHECK:  #dbg_value(ptr null, !{{[0-9]+}}, !DIExpression(),
    #dbg_value(ptr addrspace(4) null, !7, !DIExpression(), !9)
; AMDGPU: #dbg_value(ptr addrspacecast (ptr addrspace(1) @text to ptr), !{{[0-9]+}}, !DIExpression(),
; NVPTX:  #dbg_value(ptr @text, !{{[0-9]+}}, !DIExpression(),
    #dbg_value(ptr addrspace(4) @text, !7, !DIExpression(), !9)
  %c = addrspacecast ptr addrspace(1) %p to ptr addrspace(4), !dbg !9
  %d = addrspacecast ptr %x to ptr addrspace(4), !dbg !9
; The cast is gone, and what the variable was is the pointer itself.
; AMDGPU: #dbg_value(ptr %x.ascast, !{{[0-9]+}}, !DIExpression(),
; NVPTX:  #dbg_value(ptr %x, !{{[0-9]+}}, !DIExpression(),
    #dbg_value(ptr addrspace(4) %d, !7, !DIExpression(), !9)
; CHECK:  #dbg_value(!DIArgList(ptr %c, ptr {{.+}}), !{{[0-9]+}}, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value),
    #dbg_value(!DIArgList(ptr addrspace(4) %c, ptr addrspace(4) @text), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !9)
; CHECK: store ptr %c, ptr %x{{(.ascast)?}}, align 8, !dbg ![[LINE:[0-9]+]], !DIAssignID
  store ptr addrspace(4) %c, ptr %x, align 8, !dbg !9, !DIAssignID !20
  %v = load i64, ptr %s, !dbg !9
  ret void, !dbg !9
}

; CHECK-DAG: ![[GLOBAL]] = !DIGlobalVariableExpression(
; CHECK-DAG: ![[KERNEL]] = distinct !DISubprogram(name: "kernel"
; CHECK-DAG: ![[LINE]] = !DILocation(line: 2, column: 3, scope: ![[KERNEL]])

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug, globals: !{!10})
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !{!7, !13})
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 2, type: !8)
!8 = !DIBasicType(name: "int", size: 64, encoding: DW_ATE_signed)
!9 = !DILocation(line: 2, column: 3, scope: !4)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 1, type: !8, isDefinition: true)
!13 = !DILocalVariable(name: "s", arg: 1, scope: !4, file: !1, line: 2, type: !8)
!20 = distinct !DIAssignID()
