; With debug info, a warning is at the use, and each note at its call, including indirect calls. clang shows the source
; line, turns the warnings into errors with -Werror, and drops them with -Wno-pass-failed.

; RUN: %opt -passes=aspect-propagation -disable-output %s 2>&1 | FileCheck %s --implicit-check-not={{^warning:}} --implicit-check-not={{^note:}}

; CHECK: warning: hw.cpp:27:4: function 'foo()' uses aspect 'fp64' not listed in its 'sycl::device_has' attribute
; CHECK-NEXT: note: hw.cpp:15:3: propagated from call to function 'bar()'
; CHECK-NEXT: note: hw.cpp:25:5: propagated from call to function 'boo()'

target triple = "spir64-unknown-unknown"

define spir_func void @_Z3foov() !dbg !5 !sycl_declared_aspects !2 {
  call spir_func void @_Z3barv(), !dbg !8
  ret void
}
define spir_func void @_Z3barv() !dbg !6 {
  %f = select i1 true, ptr @_Z3boov, ptr null
  call spir_func i64 %f(i8 0), !dbg !9
  ret void
}
define spir_func i64 @_Z3boov(i8 %x) !dbg !7 {
  %d = alloca double, !dbg !10
  ret i64 0
}

!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!1}
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{i32 2}
!3 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !4, emissionKind: LineTablesOnly)
!4 = !DIFile(filename: "hw.cpp", directory: "/src")
!5 = distinct !DISubprogram(name: "foo", file: !4, line: 14, unit: !3, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "bar", file: !4, line: 24, unit: !3, spFlags: DISPFlagDefinition)
!7 = distinct !DISubprogram(name: "boo", file: !4, line: 26, unit: !3, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 15, column: 3, scope: !5)
!9 = !DILocation(line: 25, column: 5, scope: !6)
!10 = !DILocation(line: 27, column: 4, scope: !7)
