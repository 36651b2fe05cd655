; One error names everything that is undefined, with the kernels that reach it; as a warning it says the same.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: not %opt -passes=link-builtins -disable-output %t/one.ll 2>&1 | FileCheck %s --check-prefix=ONE
; RUN: not %opt -passes=link-builtins -disable-output %t/many.ll 2>&1 | FileCheck %s --check-prefix=MANY
; RUN: %opt -S -passes='link-builtins<undefined=warn>' -verify-each %t/one.ll -o - 2>%t.warning | FileCheck %s --check-prefix=KEPT
; RUN: FileCheck %s --check-prefix=WARN < %t.warning

; ONE:      error: 'fromA(int)' is undefined, used by kernels `KB1`, `KB2`; expected a definition, `SYCL_EXTERNAL` if it is in another file, or a --device-lib that has one
; ONE-NOT:  error
; WARN:     warning: 'fromA(int)' is undefined, used by kernels `KB1`, `KB2`; expected a definition, `SYCL_EXTERNAL` if it is in another file, or a --device-lib that has one
; KEPT:     declare i32 @_Z5fromAi(i32)
; RUN: not %opt -passes=link-builtins -disable-output %t/host.ll 2>&1 | FileCheck %s --check-prefix=HOST --implicit-check-not=stderr
; RUN: not %opt -passes=link-builtins -disable-output %t/spirv.ll 2>&1 | FileCheck %s --check-prefix=SPIRV --implicit-check-not=BuiltIn
; RUN: %opt -S -passes='link-builtins<lib=%t/library.ll>' %t/host.ll | FileCheck %s --check-prefix=LINKED

; MANY:     error: 'fromA(int)' is undefined, used by kernel `KB1`; 'fromTable()' is undefined, used by kernel `KB1`; 'lonely' is undefined, used by function `external()`; 'shared' is undefined, used by kernel `KB1`; expected definitions, `SYCL_EXTERNAL` if they are in another file, or a --device-lib that has them

; HOST:     error: 'size' is undefined (a.cpp:3:7), used by kernel `K`; expected a definition, `SYCL_EXTERNAL` if it is in another file, or a --device-lib that has one
; SPIRV:    error: 'size' is undefined, used by kernel `K`
; LINKED:   @size = internal constant i32 7

;--- one.ll
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @_ZTS3KB1() {
  call void @_Z6callerv()
  ret void
}
define ptx_kernel void @_ZTS3KB2() {
  %a = call i32 @_Z5fromAi(i32 1)
  ret void
}
define ptx_kernel void @_ZTS3KB3() {
  ret void
}
define internal void @_Z6callerv() {
  %a = call i32 @_Z5fromAi(i32 1)
  ret void
}
declare i32 @_Z5fromAi(i32)

;--- many.ll
target triple = "amdgcn-amd-amdhsa"

@table = internal addrspace(1) constant [1 x ptr] [ptr @_Z9fromTablev]
@shared = external addrspace(1) global i32
@from_launch = external addrspace(3) global [0 x i8]

define amdgpu_kernel void @_ZTS3KB1() {
  %a = call i32 @_Z5fromAi(i32 1)
  %b = load ptr, ptr addrspace(1) @table
  %c = load i32, ptr addrspace(1) @shared
  %d = load i32, ptr addrspace(3) @from_launch
  ret void
}
define void @_Z8externalv() {
  call void @lonely()
  ret void
}
declare i32 @_Z5fromAi(i32)
declare void @_Z9fromTablev()
declare void @lonely()
declare void @unused()

;--- host.ll
target triple = "x86_64-unknown-linux-gnu"

@size = external constant i32
@stderr = external global ptr

define void @_ZTS1K() #0 !dbg !4 {
  %a = load i32, ptr @size, !dbg !7
  %b = load ptr, ptr @stderr
  ret void
}
attributes #0 = { "sycl-kernel" }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "K", file: !1, line: 2, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 3, column: 7, scope: !4)

;--- spirv.ll
target triple = "spirv64-unknown-unknown"

@size = external addrspace(1) constant i32
@__spirv_BuiltInGlobalSize = external addrspace(1) constant <3 x i64>

define spir_kernel void @_ZTS1K() {
  %a = load i32, ptr addrspace(1) @size
  %b = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalSize
  ret void
}

;--- library.ll
target triple = "x86_64-unknown-linux-gnu"

@size = constant i32 7
