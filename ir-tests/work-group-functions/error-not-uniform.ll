; With `barriers=fission`, a barrier that may be reached in control flow that differs between items is refused if what is
; around it cannot be copied, with its place and that of the branch: by their lines, or as they are written.

; REQUIRES: llvm-22
; RUN: not %opt -S -passes='work-group-functions<barriers=fission>' -disable-output %s 2>&1 | FileCheck %s
; RUN: sed 's/, !dbg ![0-9]*//' %s > %t.ll
; RUN: not %opt -S -passes='work-group-functions<barriers=fission>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=PLAIN

; CHECK: error: kernel `kernel` has a barrier at a.cpp:3:5 that depends on the branch at a.cpp:2:3, which is not uniform over the group; expected uniform control flow with `barriers=fission`
; PLAIN: error: kernel `kernel` has a barrier at `call void @__sp_host_group_barrier()` that depends on the branch at `br i1 %some, label %then, label %{{.+}}`, which is not uniform

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent
declare void @once() noduplicate

define void @kernel(ptr %data, i1 %waits) "sycl-kernel" !dbg !4 {
  %id = call i64 @__sp_host_local_id(i32 0), !dbg !7
  %some = icmp ult i64 %id, 4, !dbg !7
  br i1 %some, label %then, label %end, !dbg !8
then:
  store i32 1, ptr %data, align 4, !dbg !7
  call void @once(), !dbg !7
  br i1 %waits, label %barrier, label %end, !dbg !7
barrier:
  call void @__sp_host_group_barrier(), !dbg !9
  br label %end, !dbg !7
end:
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 1, column: 1, scope: !4)
!8 = !DILocation(line: 2, column: 3, scope: !4)
!9 = !DILocation(line: 3, column: 5, scope: !4)
