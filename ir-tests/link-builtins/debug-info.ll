; Debug info of the module and of a library stays valid; what is made between them has none, not even that of the
; declarations that it defines.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: %opt -S -passes='link-builtins<lib=%t/library.ll>,default<O1>' -verify-each %t/module.ll | FileCheck %s

; CHECK: define ptx_kernel void @kernel({{.*}} !dbg
; CHECK: !llvm.dbg.cu = !{!{{[0-9]+}}, !{{[0-9]+}}}
; CHECK: !{i32 2, !"Debug Info Version", i32 3}
; CHECK-NOT: wchar_size

;--- module.ll
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) %out) !dbg !4 {
  %a = call i32 @f(i32 1), !dbg !7
  %v = call <2 x float> @_Z16__spirv_ocl_sqrtDv2_f(<2 x float> <float 2.0, float 3.0>), !dbg !7
  store i32 %a, ptr addrspace(1) %out, !dbg !7
  store <2 x float> %v, ptr addrspace(1) %out, !dbg !7
  %z = alloca { double, double }, !dbg !7
  store volatile double 3.0, ptr %z, !dbg !7
  %c = call double @cabs(ptr byval({ double, double }) %z), !dbg !7
  store double %c, ptr addrspace(1) %out, !dbg !7
  ret void, !dbg !7
}
declare !dbg !8 double @cabs(ptr byval({ double, double }))
declare i32 @f(i32)
declare <2 x float> @_Z16__spirv_ocl_sqrtDv2_f(<2 x float>)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 2, scope: !4)
!8 = !DISubprogram(name: "declared", scope: !1, file: !1, line: 3, type: !5, spFlags: 0)

;--- library.ll
target triple = "nvptx64-nvidia-cuda"

define i32 @f(i32 %x) !dbg !4 {
  %a = call i32 @g(i32 %x), !dbg !7
  ret i32 %a, !dbg !7
}
define i32 @g(i32 %x) noinline !dbg !8 {
  ret i32 %x, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "b.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 1, !"wchar_size", i32 4}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 2, scope: !4)
!8 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 4, scope: !8)
