; Debug info stays: the function of the group, or the item's coroutine, has the kernel's subprogram, and variables are where
; they were. Debuggers of the host know no address spaces, so these go out of expressions.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions' -verify-each %s -o %t.fission.ll
; RUN: FileCheck %s --check-prefixes=CHECK,FISSION < %t.fission.ll
; RUN: %opt -S -passes='work-group-functions<barriers=coroutine>' -verify-each %s -o %t.coroutine.ll
; RUN: FileCheck %s --check-prefixes=CHECK,COROUTINE < %t.coroutine.ll
; RUN: opt -passes='default<O2>' -verify-each %t.fission.ll -o /dev/null
; RUN: opt -passes='default<O2>' -verify-each %t.coroutine.ll -o /dev/null

; The object has a place for the variable and for the parameter, and a row for the line of the store.
; RUN: %llc -O0 -filetype=obj %t.fission.ll -o %t.o
; RUN: %llvm_bin/llvm-dwarfdump --verify %t.o
; RUN: %llvm_bin/llvm-dwarfdump --debug-info --debug-line %t.o | FileCheck %s --check-prefix=DWARF
; DWARF:     DW_TAG_subprogram
; DWARF:       DW_AT_name ("kernel")
; DWARF:     DW_TAG_formal_parameter
; DWARF-NEXT:  DW_AT_location
; DWARF-NEXT:  DW_AT_name ("factor")
; DWARF:     DW_TAG_variable
; DWARF-NEXT:  DW_AT_location
; DWARF-NEXT:  DW_AT_name ("product")
; DWARF:     0x{{[0-9a-f]+}} 9 5

; CHECK-NOT: DW_OP_xderef
; FISSION: define internal void @kernel.wg({{.*}} !dbg [[SUBPROGRAM:![0-9]+]]
; FISSION:   #dbg_value(i32 %factor, ![[#]], !DIExpression(), ![[#]])
; FISSION:   #dbg_declare(ptr %product{{.*}}, ![[#]], !DIExpression(), ![[#]])
; FISSION:   store i32 {{.+}}, !dbg [[PLACE:![0-9]+]]
; COROUTINE: define internal void @kernel.item({{.*}} !dbg [[SUBPROGRAM:![0-9]+]]
; COROUTINE: define internal {{.*}}void @kernel.item.resume({{.*}} !dbg
; CHECK: [[SUBPROGRAM]] = distinct !DISubprogram(name: "kernel"

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32)
declare void @__sp_host_group_barrier()

define void @kernel(ptr %out, i32 %factor) noinline optnone "sycl-kernel" !dbg !3 {
  %product = alloca i32, align 4
    #dbg_value(i32 %factor, !6, !DIExpression(), !9)
    #dbg_declare(ptr %product, !7, !DIExpression(DW_OP_constu, 4, DW_OP_swap, DW_OP_xderef), !9)
  %id = call i64 @__sp_host_local_id(i32 0), !dbg !9
  call void @__sp_host_group_barrier(), !dbg !9
  %index = trunc i64 %id to i32, !dbg !9
  %value = mul i32 %index, %factor, !dbg !9
  store i32 %value, ptr %product, align 4, !dbg !10
  %again = load i32, ptr %product, align 4, !dbg !10
  %place = getelementptr i32, ptr %out, i64 %id, !dbg !10
  store i32 %again, ptr %place, align 4, !dbg !10
  ret void, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "kernel", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !5)
!4 = !DISubroutineType(types: !{})
!5 = !{!6, !7}
!6 = !DILocalVariable(name: "factor", arg: 2, scope: !3, file: !1, line: 5, type: !8)
!7 = !DILocalVariable(name: "product", scope: !3, file: !1, line: 8, type: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocation(line: 7, column: 3, scope: !3)
!10 = !DILocation(line: 9, column: 5, scope: !3)
