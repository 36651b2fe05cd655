; Where items part around a barrier, the message has the places of both in the program: those of calls of SYCL's headers,
; not of what was inlined from them. Without debug info it says how to get them.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=work-group-functions -verify-each %s | FileCheck %s
; RUN: opt -passes=verify --strip-debug %s -o %t.bc && %opt -S -passes=work-group-functions -verify-each %t.bc | FileCheck %s --check-prefix=PLAIN

; CHECK: @kernel.apart0 = {{.*}}c"barrier at a.cpp:8:5, branch at a.cpp:7:3\00"
; PLAIN: @kernel.apart0 = {{.*}}c"compile with `-g` to see the places of the barrier and of the branch\00"

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent

define void @kernel(i64 %n) "sycl-kernel" !dbg !3 {
  %id = call i64 @__sp_host_local_id(i32 0), !dbg !5
  %some = icmp ult i64 %id, %n, !dbg !5
  br i1 %some, label %wait, label %end, !dbg !5
wait:
  call void @__sp_host_group_barrier(), !dbg !13
  br label %end, !dbg !6
end:
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "kernel", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 7, column: 3, scope: !3)
!6 = !DILocation(line: 8, column: 5, scope: !3)
; `__wait`, in `sycl::inner::group::barrier`, in the kernel
!7 = !DIFile(filename: "sycl.hpp", directory: "/include")
!8 = !DINamespace(name: "inner", scope: !9)
!9 = !DINamespace(name: "sycl", scope: null)
!10 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "group", scope: !8, file: !7, line: 1)
!11 = distinct !DISubprogram(name: "barrier", scope: !10, file: !7, line: 2, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "__wait", file: !7, line: 3, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 3, column: 9, scope: !12, inlinedAt: !14)
!14 = distinct !DILocation(line: 2, column: 7, scope: !11, inlinedAt: !15)
!15 = distinct !DILocation(line: 8, column: 5, scope: !3)
