; Files and warnings do not depend on the number of workers: with debug information, constants, copies with defaults and
; several tables. 9 images and the empty one.

; RUN: rm -rf %t && mkdir %t %t/1 %t/2 %t/5 %t/many
; RUN: opt -passes=verify %s -o %t/x.bc
; RUN: cd %t/1 && %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;generate-device-image-default-spec-consts;properties;symbols;json;emit-kernel-names;jobs=1;o=x.table;o=intel_gpu_dg1:y.table>' ../x.bc 2> ../messages.1
; RUN: cd %t/2 && %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;generate-device-image-default-spec-consts;properties;symbols;json;emit-kernel-names;jobs=2;o=x.table;o=intel_gpu_dg1:y.table>' ../x.bc 2> ../messages.2
; RUN: cd %t/5 && %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;generate-device-image-default-spec-consts;properties;symbols;json;emit-kernel-names;jobs=5;o=x.table;o=intel_gpu_dg1:y.table>' ../x.bc 2> ../messages.5
; RUN: cd %t/many && %opt -disable-output -passes='sycl-post-link<split=kernel;spec-const=native;generate-device-image-default-spec-consts;properties;symbols;json;emit-kernel-names;jobs=64;o=x.table;o=intel_gpu_dg1:y.table>' ../x.bc 2> ../messages.many
; RUN: diff -r %t/1 %t/2
; RUN: diff -r %t/1 %t/5
; RUN: diff -r %t/1 %t/many
; RUN: diff %t/messages.1 %t/messages.2
; RUN: diff %t/messages.1 %t/messages.5
; RUN: diff %t/messages.1 %t/messages.many
; RUN: FileCheck %s --input-file=%t/messages.1 --implicit-check-not=Undefined
; RUN: cd %t/1 && ls x_*.bc | count 10

; CHECK: warning: a.cpp:6:1: Undefined function missing found in {{.*}} (needed by `kernel_d` and 1 more). This may result in runtime errors.

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v128:128-n8:16:32:64"
target triple = "spir64-unknown-unknown"

@name_number = private unnamed_addr constant [7 x i8] c"number\00"
@name_long = private unnamed_addr constant [5 x i8] c"long\00"
@default_number = internal constant { i32 } { i32 258 }
@default_long = internal constant { i64 } { i64 -1 }
@table = internal addrspace(1) constant [2 x i32] [i32 1, i32 2]

define internal spir_func i32 @helper(ptr %buffer) !dbg !20 {
  %number = call i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @name_number, ptr @default_number, ptr %buffer), !dbg !21
  ret i32 %number, !dbg !21
}
define spir_kernel void @kernel_a(ptr %out, ptr %buffer) #0 !dbg !10 !sycl_used_aspects !30 {
  %long = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_long, ptr @default_long, ptr %buffer), !dbg !11
  %number = call spir_func i32 @helper(ptr %buffer), !dbg !11
  store i64 %long, ptr %out, !dbg !11
  ret void, !dbg !11
}
define spir_kernel void @kernel_b(ptr %out, ptr %buffer) #0 !dbg !12 {
  %number = call spir_func i32 @helper(ptr %buffer), !dbg !13
  store i32 %number, ptr %out, !dbg !13
  ret void, !dbg !13
}
define spir_kernel void @kernel_c(ptr %out) #0 !dbg !14 {
  call spir_func void @missing(), !dbg !15
  ret void, !dbg !15
}
define spir_kernel void @kernel_d(ptr %out, ptr %buffer) #0 !dbg !16 {
  %long = call i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr @name_long, ptr @default_long, ptr %buffer), !dbg !17
  store i64 %long, ptr %out, !dbg !17
  call spir_func void @missing(), !dbg !17
  ret void, !dbg !17
}
define spir_kernel void @kernel_e(ptr %out) #0 !dbg !18 {
  %value = load i32, ptr addrspace(1) @table, !dbg !19
  store i32 %value, ptr %out, !dbg !19
  ret void, !dbg !19
}
define spir_kernel void @kernel_f() #0 {
  ret void
}

declare spir_func void @missing()
declare i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)
declare i64 @_Z37__sycl_getScalar2020SpecConstantValueIlET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-module-id"="a.cpp" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, producer: "hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.cpp", directory: "/src")
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!10 = distinct !DISubprogram(name: "kernel_a", scope: !2, file: !2, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DILocation(line: 2, column: 1, scope: !10)
!12 = distinct !DISubprogram(name: "kernel_b", scope: !2, file: !2, line: 3, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!13 = !DILocation(line: 4, column: 1, scope: !12)
!14 = distinct !DISubprogram(name: "kernel_c", scope: !2, file: !2, line: 5, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!15 = !DILocation(line: 6, column: 1, scope: !14)
!16 = distinct !DISubprogram(name: "kernel_d", scope: !2, file: !2, line: 7, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!17 = !DILocation(line: 8, column: 1, scope: !16)
!18 = distinct !DISubprogram(name: "kernel_e", scope: !2, file: !2, line: 9, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!19 = !DILocation(line: 10, column: 1, scope: !18)
!20 = distinct !DISubprogram(name: "helper", scope: !2, file: !2, line: 11, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!21 = !DILocation(line: 12, column: 1, scope: !20)
!30 = !{i32 6}
