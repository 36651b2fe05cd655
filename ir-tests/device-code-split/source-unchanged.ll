; The pass writes images and leaves its module as it is: order, linkage, visibility, comdats, attributes, metadata,
; debug info, lists of used globals.

; RUN: rm -rf %t && mkdir %t
; RUN: opt -S -passes=verify %s -o %t/before.ll
; RUN: %opt -S -passes='device-code-split<source;S;o=%t/x.table>,verify' %s -o %t/source.ll
; RUN: diff %t/before.ll %t/source.ll
; RUN: %opt -S -passes='device-code-split<kernel;o=%t/x.table>,verify' %s -o %t/kernel.ll
; RUN: diff %t/before.ll %t/kernel.ll
; RUN: %opt -S -passes='device-code-split<none;properties;symbols;o=%t/x.table>,verify' %s -o %t/none.ll
; RUN: diff %t/before.ll %t/none.ll
; RUN: %opt -S -passes='device-code-split<kernel;o=%t/x.table>,device-code-split<source;o=%t/x.table>,verify' %s -o %t/twice.ll
; RUN: diff %t/before.ll %t/twice.ll

source_filename = "all.cpp"
target triple = "spir64-unknown-unknown"

module asm ".globl nothing"

%type = type { i32, ptr }

$in_comdat = comdat any
$largest = comdat largest

@external_variable = addrspace(1) global i32 1
@hidden_variable = hidden addrspace(1) global i32 2
@internal_table = internal constant [2 x ptr] [ptr @plain_helper, ptr @internal_helper]
@in_comdat_variable = linkonce_odr global i32 3, comdat($largest)
@vtable = linkonce_odr constant [1 x ptr] [ptr @virtual_function]
@thread = internal thread_local(localexec) global i32 4, section "own", align 16, !dbg !20
@device_global = dso_local addrspace(1) global %type zeroinitializer, align 8 #4
@llvm.used = appending global [2 x ptr] [ptr @kernel_b, ptr @plain_helper], section "llvm.metadata"
@llvm.compiler.used = appending global [2 x ptr] [ptr addrspacecast (ptr addrspace(1) @device_global to ptr), ptr @thread], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @constructor, ptr null }]

@external_name = alias void (), ptr @plain_helper
@internal_name = internal alias void (), ptr @external_name
@chosen = ifunc void (), ptr @resolver

define void @plain_helper() {
  call void @internal_helper()
  ret void
}

define internal void @internal_helper() unnamed_addr section "code" align 32 {
  ret void
}

define protected void @protected_helper() {
  ret void
}

define dso_local hidden void @hidden_helper() {
  ret void
}

define linkonce_odr spir_func void @in_comdat(ptr %p) comdat gc "shadow-stack" prefix i32 5 personality ptr @personality !own !3 {
  ret void
}

define weak_odr dllexport void @exported() comdat($largest) {
  ret void
}

define spir_kernel void @kernel_b(ptr addrspace(1) %out, ptr %object) #0 !dbg !10 !sycl_used_aspects !4 {
entry:
  call void @plain_helper(), !dbg !12
  call void @protected_helper(), !dbg !12
  call void @hidden_helper(), !dbg !12
  call void @exported(), !dbg !12
  call spir_func void @in_comdat(ptr @internal_table), !dbg !12
  call void @chosen(), !dbg !12
  %v = load i32, ptr @in_comdat_variable, align 4, !dbg !12
  store ptr @vtable, ptr %object, align 8, !dbg !12
  call void @llvm.dbg.value(metadata i32 %v, metadata !13, metadata !DIExpression()), !dbg !12
  ret void, !dbg !12
}

define spir_kernel void @kernel_a() #1 !dbg !16 {
  call void @internal_name(), !dbg !17
  call spir_func void @external_function(), !dbg !17
  ret void, !dbg !17
}

define linkonce_odr spir_func void @virtual_function(ptr %this) #2 personality ptr @personality !dbg !18 {
body:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  br label %end

end:                                              ; preds = %body
  ret void, !dbg !19
}

define internal spir_func void @indirect() #3 {
  ret void
}

define available_externally void @available() {
  ret void
}

define spir_func void @external_function() #1 {
  call void @available()
  ret void
}

define internal void @constructor() {
  ret void
}

define internal ptr @resolver() {
  ret ptr @protected_helper
}

define void @unreachable_function() {
  call void @undefined_function()
  ret void
}

declare i32 @personality(...)

declare void @undefined_function()

declare void @llvm.dbg.value(metadata, metadata, metadata)

attributes #0 = { "sycl-module-id"="a.cpp" "calls-indirectly"="set" }
attributes #1 = { "sycl-module-id"="b.cpp" }
attributes #2 = { "indirectly-callable"="set" "sycl-module-id"="a.cpp" }
attributes #3 = { "referenced-indirectly" }
attributes #4 = { "sycl-device-global-size"="16" "sycl-unique-id"="id" }

!llvm.dbg.cu = !{!0, !1}
!llvm.module.flags = !{!2}
!spirv.ExecutionMode = !{!5, !6, !7}
!empty = !{}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !8, producer: "hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !14, globals: !15)
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !9, producer: "hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{ptr @kernel_a}
!4 = !{i32 6}
!5 = !{ptr @kernel_a, i32 17, i32 1, i32 1, i32 1}
!6 = !{ptr @kernel_b, i32 17, i32 2, i32 1, i32 1}
!7 = !{null, i32 17, i32 2, i32 1, i32 1}
!8 = !DIFile(filename: "a.cpp", directory: "/src")
!9 = !DIFile(filename: "b.cpp", directory: "/src")
!10 = distinct !DISubprogram(name: "kernel_b", scope: !8, file: !8, line: 5, type: !11, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DISubroutineType(types: !23)
!12 = !DILocation(line: 6, column: 1, scope: !10)
!13 = !DILocalVariable(name: "v", scope: !10, file: !8, line: 6, type: !22)
!14 = !{!22}
!15 = !{!20}
!16 = distinct !DISubprogram(name: "kernel_a", scope: !9, file: !9, line: 5, type: !11, spFlags: DISPFlagDefinition, unit: !1)
!17 = !DILocation(line: 6, column: 1, scope: !16)
!18 = distinct !DISubprogram(name: "virtual_function", scope: !8, file: !8, line: 9, type: !11, spFlags: DISPFlagDefinition, unit: !0)
!19 = !DILocation(line: 10, column: 1, scope: !18)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "thread", scope: !0, file: !8, line: 1, type: !22, isLocal: true, isDefinition: true)
!22 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!23 = !{null}
