; With `barriers=check` each item reports its accesses to what it may share with others: of reads before, of writes behind
; them, and of barriers. Its own memory and arguments by value have no calls. A kernel without barriers gets one, since
; only coroutines are looked at.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=check>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='work-group-functions<barriers=check>,strip-dead-prototypes' -verify-each %s | FileCheck %s --check-prefix=STATE

; STATE-DAG: @__sp_wg_race_finder = internal thread_local global [7 x i64] zeroinitializer, align 8
; STATE-DAG: @"sycl.place.a.cpp:7:3" = {{.*}}c"a.cpp:7:3\00"
; STATE-DAG: @plain.place = {{.*}}c"an unknown place (compile with `-g`)\00"
; STATE-DAG: @plain.shown = {{.*}}c"plain\00"

; CHECK-LABEL: define internal void @shared.item(
; CHECK-NOT:     call void @__sp_wg_access
; CHECK:         call void @__sp_wg_access(ptr @__sp_wg_race_finder, ptr %group, i64 %id0, i64 %id1, i64 %id2, ptr @shared.shown, i32 0, ptr %from, i64 4, ptr @"sycl.place.a.cpp:7:3")
; CHECK-NEXT:    %number = load i32, ptr %from
; CHECK:         store i32 %sum, ptr %to
; CHECK-NEXT:    call void @__sp_wg_access({{.*}}, i32 1, ptr %to, i64 4,
; CHECK:         call void @__sp_wg_access({{.*}}, i32 3, ptr %to, i64 4,
; CHECK-NEXT:    atomicrmw
; CHECK:         call void @__sp_wg_access({{.*}}, i32 4, ptr null, i64 0,
; CHECK-NOT:     call void @__sp_wg_access
; CHECK-LABEL: define internal {{.*}}@shared.wg(
; CHECK:         call void @__sp_wg_find_races(ptr @__sp_wg_race_finder, i64 %group.items, i32 {{.+}}, ptr %frames.end)

; CHECK-LABEL: define internal {{.*}}@plain.item.resume(
; CHECK:         call void @__sp_wg_access({{.*}}, i32 1, ptr %{{.+}}, i64 4, ptr @plain.place)

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent
declare void @keep(ptr)

define void @shared(ptr %from, ptr %to, ptr byval(i32) align 4 %given) "sycl-kernel" !dbg !3 {
  %own = alloca i32, align 4
  call void @keep(ptr %own)
  %mine = load i32, ptr %own, align 4
  %by = load i32, ptr %given, align 4
  %both = add i32 %mine, %by
  %number = load i32, ptr %from, align 4, !dbg !5
  %sum = add i32 %number, %both
  store i32 %sum, ptr %to, align 4, !dbg !5
  %old = atomicrmw add ptr %to, i32 1 monotonic, align 4, !dbg !5
  call void @__sp_host_group_barrier(), !dbg !5
  ret void
}

define void @plain(ptr %to) "sycl-kernel" {
  store i32 1, ptr %to, align 4
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "shared", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 7, column: 3, scope: !3)
