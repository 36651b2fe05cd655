; In code that is not optimized everything is in memory, also what decides about loops with barriers: a copy of the kernel
; that is simplified says that it is uniform, here a function that is not inlined and the address of the counter in
; memory. The kernel stays as it is. A variable that is there for each item has its address in a slot, from which a
; debugger reads that of the item that runs.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %llc -O0 -filetype=obj %t.ll -o %t.o
; RUN: %llvm_bin/llvm-dwarfdump --verify %t.o
; RUN: %llvm_bin/llvm-dwarfdump --debug-info %t.o | FileCheck %s --check-prefix=DWARF
; RUN: sed 's/call i32 @twice(i32 %bound)/load i32, ptr %out/' %s > %t.varying.ll
; RUN: %opt -S -passes='work-group-functions<barriers=fission>' -verify-each %t.varying.ll | FileCheck %s --check-prefix=VARYING

; CHECK-NOT: define internal {{.*}}@kernel
; CHECK: define internal void @kernel.wg({{.*}} #[[ATTRIBUTES:[0-9]+]]
; CHECK:         [[ROUNDS:%.+]] = alloca [4 x i8], i64 %group.items, align 64
; CHECK-NEXT:    [[ADDRESS:%.+]] = alloca ptr, align 8
; CHECK:         [[SLOT:%.+]] = alloca i1, align 1
; CHECK:         #dbg_declare(ptr [[ADDRESS]], ![[#]], !DIExpression(DW_OP_deref), ![[#]])
; CHECK:         [[OWN:%.+]] = getelementptr inbounds [4 x i8], ptr [[ROUNDS]], i64 %item
; CHECK-NEXT:    store ptr [[OWN]], ptr [[ADDRESS]], align 8{{$}}
; CHECK:         [[LAST:%.+]] = load i1, ptr [[SLOT]]
; CHECK-NEXT:    br i1 [[LAST]],
; CHECK:         call i32 @twice(
; CHECK:         [[SAME:%.+]] = freeze i1 %more
; CHECK-NEXT:    store i1 [[SAME]], ptr [[SLOT]], align 1
; CHECK:         store ptr {{%.+}}, ptr [[ADDRESS]], align 8{{$}}
; CHECK-NOT: define internal {{.*}}@kernel
; CHECK: attributes #[[ATTRIBUTES]] = { {{.*}}optnone

; DWARF:      DW_TAG_variable
; DWARF-NEXT:   DW_AT_location (DW_OP_{{f?breg.+}}, DW_OP_deref)
; DWARF-NEXT:   DW_AT_name ("round")

; VARYING: @kernel.apart0 = {{.*}}c"barrier at a.cpp:8:5, branch at a.cpp:7:3\00"
; VARYING: call void @__sp_wg_fail_barrier(ptr @sycl_host_on_failure, ptr @kernel.name, ptr %group, i64 {{.+}}, i64 {{.+}}, i64 {{.+}}, i32 {{.+}}, i32 {{.+}}, ptr @kernel.apart0)

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @__sp_host_local_id(i32) memory(none)
declare void @__sp_host_group_barrier() convergent

define i32 @twice(i32 %n) noinline optnone {
  %memory = alloca i32, align 4
  store i32 %n, ptr %memory, align 4
  %loaded = load i32, ptr %memory, align 4
  %product = mul i32 %loaded, 2
  ret i32 %product
}

define void @kernel(ptr %out, i32 %n) noinline optnone "sycl-kernel" !dbg !3 {
entry:
  %round = alloca i32, align 4
  %place = alloca ptr, align 8
    #dbg_declare(ptr %round, !6, !DIExpression(), !8)
  store ptr %round, ptr %place, align 8, !dbg !8
  %start = load ptr, ptr %place, align 8, !dbg !8
  store i32 0, ptr %start, align 4, !dbg !8
  br label %loop, !dbg !9
loop:
  %counted = load i32, ptr %round, align 4, !dbg !9
  %bound = add i32 %n, 1, !dbg !9
  %end = call i32 @twice(i32 %bound), !dbg !9
  %more = icmp slt i32 %counted, %end, !dbg !9
  br i1 %more, label %body, label %done, !dbg !9
body:
  call void @__sp_host_group_barrier(), !dbg !10
  %before = load i32, ptr %round, align 4, !dbg !10
  %after = add i32 %before, 1, !dbg !10
  store i32 %after, ptr %round, align 4, !dbg !10
  br label %loop, !dbg !10
done:
  %id = call i64 @__sp_host_local_id(i32 0), !dbg !10
  %element = getelementptr i32, ptr %out, i64 %id, !dbg !10
  %rounds = load i32, ptr %round, align 4, !dbg !10
  store i32 %rounds, ptr %element, align 4, !dbg !10
  ret void, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "kernel", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !5)
!4 = !DISubroutineType(types: !{})
!5 = !{!6}
!6 = !DILocalVariable(name: "round", scope: !3, file: !1, line: 6, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 6, column: 3, scope: !3)
!9 = !DILocation(line: 7, column: 3, scope: !3)
!10 = !DILocation(line: 8, column: 5, scope: !3)
