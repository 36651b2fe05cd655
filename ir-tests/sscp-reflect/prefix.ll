; The prefix of queries can be another one; then the usual one means nothing. Running the pass again changes nothing, and debug
; info stays valid.

; RUN: %opt -S -passes='sscp-reflect<prefix=ask_;set=arch=9>' -verify-each %s -o %t.once.ll
; RUN: %opt -S -passes='sscp-reflect<prefix=ask_;set=arch=9>,sscp-reflect<prefix=ask_;set=arch=9>' -verify-each %s -o %t.twice.ll
; RUN: cmp %t.once.ll %t.twice.ll
; RUN: FileCheck %s < %t.once.ll

target triple = "spir64-unknown-unknown"

declare i32 @ask_arch()
declare i32 @__acpp_sscp_jit_reflect_arch()

; CHECK-LABEL: @kernel
; CHECK-NEXT:    store i32 9, {{.*}}, !dbg
; CHECK-NEXT:    call i32 @__acpp_sscp_jit_reflect_arch()
define spir_kernel void @kernel(ptr addrspace(1) %out) !dbg !3 {
  %arch = call i32 @ask_arch(), !dbg !6
  store i32 %arch, ptr addrspace(1) %out, !dbg !6
  %other = call i32 @__acpp_sscp_jit_reflect_arch(), !dbg !6
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 2, scope: !3)
