; Lowering in images keeps locations, variables and names of values: the replacement has the location of the call. The
; module itself is unchanged, down to the numbers of its metadata.

; RUN: rm -rf %t && mkdir %t
; RUN: opt -S -passes=verify %s -o %t/before.ll
; RUN: %opt -S -passes='sycl-post-link<split=kernel;spec-const=native;S;o=%t/native.table>,verify' %s -o %t/1.ll
; RUN: diff %t/before.ll %t/1.ll
; RUN: %opt -S -passes='sycl-post-link<split=kernel;spec-const=emulation;S;o=%t/emulated.table>,verify' %s -o %t/2.ll
; RUN: diff %t/before.ll %t/2.ll
; RUN: %opt -S -passes='sycl-post-link<split=kernel;spec-const=default-values;S;o=%t/defaults.table>,verify' %s -o %t/3.ll
; RUN: diff %t/before.ll %t/3.ll
; RUN: %opt -S -passes='sycl-post-link<split=kernel;spec-const=emulation;generate-device-image-default-spec-consts;S;o=%t/copies.table>,verify' %s -o %t/4.ll
; RUN: diff %t/before.ll %t/4.ll
; RUN: FileCheck %s --check-prefixes=ALL,NATIVE --input-file=%t/native_0.ll
; RUN: FileCheck %s --check-prefixes=ALL,EMULATED --input-file=%t/emulated_0.ll
; RUN: FileCheck %s --check-prefixes=ALL,EMULATED --input-file=%t/copies_0.ll
; RUN: FileCheck %s --check-prefixes=ALL,DEFAULTS --input-file=%t/copies_1.ll
; RUN: FileCheck %s --check-prefixes=ALL,DEFAULTS --input-file=%t/defaults_0.ll
; RUN: opt -disable-output -passes=verify %t/native_0.ll
; RUN: opt -disable-output -passes=verify %t/emulated_0.ll
; RUN: opt -disable-output -passes=verify %t/copies_1.ll

; ALL: define spir_kernel void @kernel_b(ptr %out, ptr %buffer) {{.*}}!dbg ![[KERNEL:[0-9]+]]
; ALL-NEXT: begin:
; NATIVE:   %number = call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 258), !dbg ![[LINE:[0-9]+]]
; EMULATED: getelementptr i8, ptr %buffer, i32 0, !dbg ![[LINE:[0-9]+]]
; EMULATED: %number = load i32, {{.*}}, !dbg ![[LINE]]
; NATIVE:   %number{{(, metadata|, !)}}
; EMULATED: %number{{(, metadata|, !)}}
; DEFAULTS: i32 258{{(, metadata|, !)}}
; ALL:      %sum = add i32 {{%number|258}}, 1, !dbg ![[NEXT:[0-9]+]]
; ALL-NEXT: br label %end, !dbg ![[NEXT]]
; ALL:      end:
; ALL:      store i32 %sum, ptr %out
; ALL-DAG:  ![[KERNEL]] = distinct !DISubprogram(name: "kernel_b"
; NATIVE-DAG:   ![[LINE]] = !DILocation(line: 6, column: 7, scope: ![[KERNEL]])
; EMULATED-DAG: ![[LINE]] = !DILocation(line: 6, column: 7, scope: ![[KERNEL]])
; ALL-DAG:  ![[NEXT]] = !DILocation(line: 7, column: 1, scope: ![[KERNEL]])

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_number = private unnamed_addr constant [7 x i8] c"number\00"
@default_number = internal constant { i32 } { i32 258 }, !dbg !20

define spir_kernel void @kernel_a(ptr %out, ptr %buffer) #0 !dbg !14 {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr %buffer), !dbg !15
  store i32 %number, ptr %out, !dbg !15
  ret void, !dbg !15
}
define spir_kernel void @kernel_b(ptr %out, ptr %buffer) #0 !dbg !10 {
begin:
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr %buffer), !dbg !11
  call void @llvm.dbg.value(metadata i32 %number, metadata !13, metadata !DIExpression()), !dbg !11
  %sum = add i32 %number, 1, !dbg !12
  br label %end, !dbg !12

end:                                              ; preds = %begin
  store i32 %sum, ptr %out, !dbg !12
  ret void, !dbg !12
}

declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

declare void @llvm.dbg.value(metadata, metadata, metadata)

attributes #0 = { "sycl-module-id"="a.cpp" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, producer: "hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !22)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.cpp", directory: "/src")
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = distinct !DISubprogram(name: "kernel_b", scope: !2, file: !2, line: 5, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DILocation(line: 6, column: 7, scope: !10)
!12 = !DILocation(line: 7, column: 1, scope: !10)
!13 = !DILocalVariable(name: "number", scope: !10, file: !2, line: 6, type: !5)
!14 = distinct !DISubprogram(name: "kernel_a", scope: !2, file: !2, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!15 = !DILocation(line: 2, column: 1, scope: !14)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "default_number", scope: !0, file: !2, line: 1, type: !5, isLocal: true, isDefinition: true)
!22 = !{!20}
