; A variable that no image defines is warned of, at its use if there is debug info. Local memory has its size from the
; launch; builtins, tables of the C++ ABI and imported device globals are defined elsewhere.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;o=%t/x.table>' -pass-remarks-output=%t/record %s 2>&1 | FileCheck %s --implicit-check-not='Undefined variable'
; RUN: grep 'Name: *UndefinedVariable' %t/record

; CHECK: warning: a.cpp:3:7: Undefined variable table found in {{.*}} (needed by `L` and 1 more). This may result in runtime errors.

target triple = "spirv64-unknown-unknown"

@table = external addrspace(1) constant [4 x i32]
@from_launch = external addrspace(3) global [0 x i8]
@__spirv_BuiltInGlobalSize = external addrspace(1) constant <3 x i64>
@_ZTVN10__cxxabiv117__class_type_infoE = external addrspace(1) constant [0 x ptr addrspace(4)]
@imported = external addrspace(1) global { ptr addrspace(1), i32 } #1

define spir_kernel void @_ZTS1K() #0 !dbg !4 {
  %a = load i32, ptr addrspace(1) @table, !dbg !7
  %b = load i8, ptr addrspace(3) @from_launch
  %c = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalSize
  %d = load ptr addrspace(4), ptr addrspace(1) @_ZTVN10__cxxabiv117__class_type_infoE
  %e = load i32, ptr addrspace(1) @imported
  ret void
}
define spir_kernel void @_ZTS1L() #0 {
  %a = load i32, ptr addrspace(1) @table
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-unique-id"="id" "sycl-device-global-size"="4" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "K", file: !1, line: 2, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 3, column: 7, scope: !4)
