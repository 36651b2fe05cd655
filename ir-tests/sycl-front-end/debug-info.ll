; With debug info, errors have the place of the call; what is removed leaves debug info valid. Variables that debug info
; describes stay.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes=sycl-front-end -verify-each %t/good.ll | FileCheck %t/good.ll --implicit-check-not='@helper' --implicit-check-not=__sycl_passes_fact
; RUN: not %opt -S -passes=sycl-front-end %t/unknown.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %opt -S -passes=sycl-front-end %t/contradiction.ll -o %t/out 2>&1 | FileCheck %s --check-prefix=CONTRADICTION
; RUN: not ls %t/out

; UNKNOWN: error: a.cpp:7:3: unknown fact `size` in function `K`; expected one of:
; CONTRADICTION: error: kernel or `sycl_external` function `K` has `reqd_sub_group_size(8)` from function `K` (a.cpp:7:3) and `reqd_sub_group_size(16)` from function `K` (a.cpp:8:5); expected facts that agree

;--- good.ll
target triple = "spirv64-unknown-unknown"
%fact = type { i8 }
@name = private constant [20 x i8] c"reqd_sub_group_size\00"
declare spir_func void @__sycl_passes_fact(ptr, ...)
declare void @llvm.dbg.declare(metadata, metadata, metadata)

; CHECK: define weak_odr spir_kernel void @_ZTS1K() #[[#]] !dbg ![[#]] !intel_reqd_sub_group_size ![[SIZE:[0-9]+]] {
; CHECK-NEXT: %described = alloca %fact
; CHECK-NEXT: {{#dbg_declare|call void @llvm.dbg.declare}}
; CHECK-NEXT: ret void, !dbg
define spir_kernel void @_ZTS1K() !dbg !4 {
  %described = alloca %fact
  %other = alloca %fact
  call void @llvm.dbg.declare(metadata ptr %described, metadata !9, metadata !DIExpression()), !dbg !6
  call spir_func void @helper(ptr %described, ptr %other), !dbg !6
  ret void, !dbg !6
}
define linkonce_odr spir_func void @helper(ptr %a, ptr %b) !dbg !7 {
  %slot = alloca ptr
  store ptr %a, ptr %slot, !dbg !8
  call void @llvm.dbg.declare(metadata ptr %slot, metadata !10, metadata !DIExpression()), !dbg !8
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name, i64 8), !dbg !8
  ret void, !dbg !8
}
; CHECK: ![[SIZE]] = !{i32 8}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cpp", directory: "/")
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "K", file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 2, column: 3, scope: !4)
!7 = distinct !DISubprogram(name: "helper", file: !2, line: 4, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 5, column: 3, scope: !7)
!9 = !DILocalVariable(name: "described", scope: !4, file: !2, line: 2)
!10 = !DILocalVariable(name: "a", scope: !7, file: !2, line: 4)

;--- unknown.ll
target triple = "spirv64-unknown-unknown"
@name = private constant [5 x i8] c"size\00"
declare spir_func void @__sycl_passes_fact(ptr, ...)
define spir_kernel void @_ZTS1K() !dbg !4 {
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name, i64 8), !dbg !6
  ret void, !dbg !6
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cpp", directory: "/")
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "K", file: !2, line: 6, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)

;--- contradiction.ll
target triple = "spirv64-unknown-unknown"
@name = private constant [20 x i8] c"reqd_sub_group_size\00"
declare spir_func void @__sycl_passes_fact(ptr, ...)
define spir_kernel void @_ZTS1K() !dbg !4 {
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name, i64 8), !dbg !6
  call spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name, i64 16), !dbg !7
  ret void, !dbg !6
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cpp", directory: "/")
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "K", file: !2, line: 6, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !DILocation(line: 8, column: 5, scope: !4)
