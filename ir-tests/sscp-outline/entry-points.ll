; Entry points are those of the split: kernels, functions of a translation unit, virtual functions. `keep` names others, and
; a name that is not there is an error with the nearest one. Metadata keeps nothing, and debug info stays valid.

; RUN: %opt -S -passes='sscp-outline' -verify-each %s | FileCheck %s --check-prefixes=CHECK,PLAIN
; RUN: %opt -S -passes='sscp-outline<keep=named;keep=data>' -verify-each %s | FileCheck %s --check-prefixes=CHECK,KEEP
; RUN: not %opt -disable-output -passes='sscp-outline<keep=namd>' %s 2>&1 | FileCheck %s --check-prefix=NEAR
; RUN: not %opt -disable-output -passes='sscp-outline<keep=undefined>' %s 2>&1 | FileCheck %s --check-prefix=FAR

; NEAR: error: `namd` is not defined in the module; expected `named`, perhaps
; FAR: error: `undefined` is not defined in the module; expected the symbol of a global

target triple = "spir64-unknown-unknown"

; KEEP: @data = global i32 1
; PLAIN-NOT: @data
@data = global i32 1
; CHECK-NOT: @other
@other = global i32 1

; CHECK: define spir_kernel void @kernel()
define spir_kernel void @kernel() {
  ret void
}
; CHECK: define spir_func void @exported()
define spir_func void @exported() #0 {
  ret void
}
; CHECK: define spir_func void @overrides()
define spir_func void @overrides() #1 {
  ret void
}
; KEEP: define spir_func void @named()
; PLAIN-NOT: @named
define spir_func void @named() {
  ret void
}
; CHECK-NOT: @builtin
define spir_func void @_Z15__spirv_builtinv() #0 {
  ret void
}
define spir_func void @removed() !dbg !3 {
  call void @undefined(), !dbg !6
  ret void, !dbg !6
}
declare void @undefined()

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "indirectly-callable"="set" }

; CHECK: !named = !{![[EMPTY:[0-9]+]]}
; CHECK: ![[EMPTY]] = {{.*}}!{null}
!named = !{!7}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "removed", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 2, scope: !3)
!7 = !{ptr @removed}
