; A second run gives the same warnings with the same chains and locations: aspects that the first run added to lists do
; not count as uses of the functions that carry them, and neither do declarations.

; RUN: split-file %s %t
; RUN: %opt -passes=aspect-propagation -S %t/chain.ll -o %t/chain.1.ll 2>%t/chain.1
; RUN: %opt -passes=aspect-propagation -S %t/chain.1.ll -o %t/chain.2.ll 2>%t/chain.2
; RUN: FileCheck %t/chain.ll --input-file=%t/chain.1 --implicit-check-not={{^warning:}}
; RUN: diff %t/chain.1 %t/chain.2
; RUN: %opt -passes='aspect-propagation<fixed-targets=intel_gpu_dg1>' -disable-output %t/chain.ll 2>%t/chain.fixed.1
; RUN: %opt -passes='aspect-propagation<fixed-targets=intel_gpu_dg1>' -disable-output %t/chain.2.ll 2>%t/chain.fixed.2
; RUN: FileCheck %t/chain.ll --check-prefix=FIXED --input-file=%t/chain.fixed.1 --implicit-check-not="not supported"
; RUN: diff %t/chain.fixed.1 %t/chain.fixed.2
; RUN: %opt -passes='aspect-propagation<pre-opt>,aspect-propagation<post-opt>' -S %t/chain.ll -o %t/chain.both.ll 2>%t/chain.both
; RUN: diff %t/chain.1 %t/chain.both
; RUN: %opt -passes='aspect-propagation<fixed-targets=intel_gpu_dg1>' -disable-output %t/chain.both.ll 2>%t/chain.fixed.both
; RUN: diff %t/chain.fixed.1 %t/chain.fixed.both

; RUN: %opt -passes=aspect-propagation -S %t/declared.ll -o %t/declared.1.ll 2>%t/declared.1
; RUN: %opt -passes=aspect-propagation -S %t/declared.1.ll -o %t/declared.2.ll 2>%t/declared.2
; RUN: FileCheck %t/declared.ll --input-file=%t/declared.1.ll
; RUN: FileCheck %t/declared.ll --check-prefix=WARN --input-file=%t/declared.2 --allow-empty
; RUN: diff %t/declared.1 %t/declared.2

;--- chain.ll
; CHECK: warning: hw.cpp:27:4: function 'foo()' uses aspect 'fp64' not listed in its 'sycl::device_has' attribute
; CHECK-NEXT: note: hw.cpp:15:3: propagated from call to function 'bar()'
; CHECK-NEXT: note: hw.cpp:25:5: propagated from call to function 'boo()'
; FIXED: warning: hw.cpp:27:4: function 'foo()' uses aspect 'fp64' not listed
; FIXED: warning: hw.cpp:27:4: function 'boo()' uses aspect 'fp64' not supported by fixed target 'intel_gpu_dg1'
; FIXED: warning: hw.cpp:27:4: function 'kernel' uses aspect 'fp64' not supported by fixed target 'intel_gpu_dg1'
; FIXED-NEXT: note: hw.cpp:5:5: propagated from call to function 'foo()'
; FIXED-NEXT: note: hw.cpp:15:3: propagated from call to function 'bar()'
; FIXED-NEXT: note: hw.cpp:25:5: propagated from call to function 'boo()'
target triple = "spir64-unknown-unknown"
define spir_func i64 @_Z3boov(i8 %x) !dbg !7 {
  %d = load double, ptr null, !dbg !10
  ret i64 0
}
define spir_func void @_Z3barv() !dbg !6 {
  %f = select i1 true, ptr @_Z3boov, ptr null
  call spir_func i64 %f(i8 0), !dbg !9
  ret void
}
define spir_func void @_Z3foov() !dbg !5 !sycl_declared_aspects !2 {
  call spir_func void @_Z3barv(), !dbg !8
  ret void
}
define spir_kernel void @kernel() !dbg !11 {
  call spir_func void @_Z3foov(), !dbg !12
  ret void
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
!11 = distinct !DISubprogram(name: "kernel", file: !4, line: 4, unit: !3, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 5, column: 5, scope: !11)

;--- declared.ll
; What callees declare is recorded for their callers, who are not warned of it.
; WARN-NOT: not listed
; CHECK: define spir_func void @declares(){{.*}} !sycl_used_aspects ![[FP64:[0-9]+]]
; CHECK: define spir_kernel void @kernel(){{.*}} !sycl_used_aspects ![[ALL:[0-9]+]]
; CHECK: define spir_func void @has_property() {{.*}}!sycl_used_aspects ![[ALL]]
; CHECK-DAG: ![[FP64]] = !{i32 6}
; CHECK-DAG: ![[ALL]] = !{i32 1, i32 5, i32 6}
target triple = "spir64-unknown-unknown"
declare !sycl_declared_aspects !{i32 5} spir_func void @declared_elsewhere()
define spir_func void @declares() !sycl_declared_aspects !{i32 6} {
  ret void
}
define spir_kernel void @kernel() !sycl_declared_aspects !{i32 1} {
  call spir_func void @declared_elsewhere()
  call spir_func void @declares()
  ret void
}
define spir_func void @has_property() "sycl-device-has"="1" {
  call spir_func void @declared_elsewhere()
  call spir_func void @declares()
  call spir_func void @has_property()
  ret void
}
