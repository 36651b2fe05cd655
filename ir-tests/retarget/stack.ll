; Stack memory of AMDGPU is in address space 5, with a cast after the last of them; lifetimes, debug info and the stack pointer
; name the memory itself. NVPTX has it in 0.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='retarget<target=amdgcn:gfx90a>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,AMDGPU
; RUN: %opt -S -passes='retarget<target=nvptx64>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,NVPTX
; RUN: %opt -S -passes='retarget<target=amdgcn:gfx90a>' %s | %llc -mcpu=gfx90a -o /dev/null
; RUN: %opt -S -passes='retarget<target=nvptx64>' %s | %llc -mcpu=sm_80 -mattr=+ptx73 -o /dev/null

target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @slots(
define spir_func i32 @slots(i64 %n) !dbg !4 {
; AMDGPU:      %a = alloca i32, align 4, addrspace(5)
; AMDGPU-NEXT: %b = alloca [4 x ptr], align 8, addrspace(5)
; AMDGPU-NEXT: #dbg_declare(ptr addrspace(5) %a, ![[VARIABLE:[0-9]+]], !DIExpression(),
; AMDGPU-NEXT: %a.ascast = addrspacecast ptr addrspace(5) %a to ptr
; AMDGPU-NEXT: %b.ascast = addrspacecast ptr addrspace(5) %b to ptr
; NVPTX:       %a = alloca i32, align 4
; NVPTX-NEXT:  %b = alloca [4 x ptr], align 8
; NVPTX-NOT:   addrspacecast
; NVPTX:       #dbg_declare(ptr %a, ![[VARIABLE:[0-9]+]], !DIExpression(),
  %a = alloca i32, align 4
  %b = alloca [4 x ptr addrspace(4)], align 8
    #dbg_declare(ptr %a, !7, !DIExpression(), !9)
; AMDGPU:      call void @llvm.lifetime.start.p5(ptr addrspace(5) %a)
; NVPTX:       call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %a)
; AMDGPU:      %stack = call ptr addrspace(5) @llvm.stacksave.p5()
; NVPTX-NEXT:  %stack = call ptr @llvm.stacksave.p0()
  %stack = call ptr @llvm.stacksave.p0()
; AMDGPU:      %dynamic = alloca i8, i64 %n, align 1, addrspace(5)
; AMDGPU-NEXT: %dynamic.ascast = addrspacecast ptr addrspace(5) %dynamic to ptr
  %dynamic = alloca i8, i64 %n
; AMDGPU-NEXT: store i8 1, ptr %dynamic.ascast
; NVPTX:       store i8 1, ptr %dynamic
  store i8 1, ptr %dynamic
; AMDGPU:      store ptr %a.ascast, ptr %b.ascast
; NVPTX:       store ptr %a, ptr %b
  %generic = addrspacecast ptr %a to ptr addrspace(4)
  store ptr addrspace(4) %generic, ptr %b
; AMDGPU:      call void @llvm.stackrestore.p5(ptr addrspace(5) %stack)
; NVPTX:       call void @llvm.stackrestore.p0(ptr %stack)
  call void @llvm.stackrestore.p0(ptr %stack)
; AMDGPU:      %value = load i32, ptr %a.ascast
  %value = load i32, ptr %a
; AMDGPU:      call void @llvm.lifetime.end.p5(ptr addrspace(5) %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  ret i32 %value, !dbg !9
}
; AMDGPU: declare void @llvm.lifetime.start.p5(ptr addrspace(5) captures(none))
; CHECK: ![[VARIABLE]] = !DILocalVariable(name: "a"
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "slots", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "a", scope: !4, file: !1, line: 2, type: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocation(line: 2, column: 3, scope: !4)
