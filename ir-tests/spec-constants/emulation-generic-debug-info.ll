; Debug info stays with the functions that get a parameter; each clone has its own.

; RUN: %opt -S -passes='spec-constants<emulation>' -verify-each %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-n8:16:32:64-G1"
target triple = "spir64-unknown-unknown"

@name_a = private unnamed_addr addrspace(4) constant [2 x i8] c"a\00"
@name_b = private unnamed_addr addrspace(4) constant [2 x i8] c"b\00"
@default_a = internal addrspace(1) constant { i32 } { i32 1 }
@default_b = internal addrspace(1) constant { i64 } { i64 2 }

; CHECK-LABEL: define spir_kernel void @kernel(i32 %n, ptr addrspace(1) noundef align 1 %_arg__specialization_constants_buffer)
; CHECK-SAME:      !dbg ![[KERNEL:[0-9]+]]
; CHECK-NEXT:    {{.*(#dbg_value|@llvm.dbg.value)}}({{(metadata )?}}i32 %n,
; CHECK-NEXT:    call i32 @helper_with_constants(ptr addrspace(1) %_arg__specialization_constants_buffer), !dbg ![[CALL:[0-9]+]]
define spir_kernel void @kernel(i32 %n) !sycl_kernel_omit_args !20 !dbg !5 {
  call void @llvm.dbg.value(metadata i32 %n, metadata !9, metadata !DIExpression()), !dbg !8
  %x = call i32 @helper(), !dbg !8
  ret void, !dbg !8
}

; CHECK-LABEL: define i32 @helper()
; CHECK-SAME:      !dbg ![[HELPER:[0-9]+]]
; CHECK-LABEL: define internal i32 @helper_with_constants({{.*}})
; CHECK-SAME:      !dbg ![[CLONE:[0-9]+]]
; CHECK-NEXT:    addrspacecast {{.*}}, !dbg ![[PLACE:[0-9]+]]
; CHECK-NEXT:    getelementptr {{.*}}, !dbg ![[PLACE]]
define i32 @helper() !dbg !12 {
  %a = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) @name_a, ptr addrspace(4) addrspacecast (ptr addrspace(1) @default_a to ptr addrspace(4)), ptr addrspace(4) null), !dbg !13
  ret i32 %a, !dbg !13
}

declare void @llvm.dbg.value(metadata, metadata, metadata)
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4}

; CHECK-DAG: ![[KERNEL]] = distinct !DISubprogram(name: "kernel",
; CHECK-DAG: ![[CALL]] = !DILocation(line: 12, column: 3, scope: ![[KERNEL]])
; CHECK-DAG: ![[HELPER]] = distinct !DISubprogram(name: "helper",
; CHECK-DAG: ![[CLONE]] = distinct !DISubprogram(name: "helper",
; CHECK-DAG: ![[PLACE]] = !DILocation(line: 3, column: 1, scope: ![[CLONE]])
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "hand", isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "size.cpp", directory: "/src")
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 10, type: !6, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DILocation(line: 12, column: 3, scope: !5)
!9 = !DILocalVariable(name: "n", arg: 1, scope: !5, file: !1, line: 12, type: !10)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!12 = distinct !DISubprogram(name: "helper", scope: !1, file: !1, line: 2, type: !6, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!13 = !DILocation(line: 3, column: 1, scope: !12)
!20 = !{i1 false, i1 true}
