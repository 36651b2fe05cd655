; What others rely on stays: entry points and their linkage, variables that the host knows, what `llvm.used` names, what `keep`
; names, calls that ask for specialization constants, recorded aspects, and debug info.

; RUN: %opt -S -passes='sscp-prune<keep=named>' -verify-each %s | FileCheck %s
; RUN: not %opt -disable-output -passes='sscp-prune<keep=namd>' %s 2>&1 | FileCheck %s --check-prefix=NEAR

; NEAR: error: `namd` is not defined in the module; expected `named`, perhaps

target triple = "spir64-unknown-unknown"

; CHECK: @device_global = addrspace(1) global i32 0 #[[GLOBAL:[0-9]+]]
@device_global = addrspace(1) global i32 0 #0
; CHECK: @plain = internal unnamed_addr addrspace(1) global i32 0
@plain = linkonce_odr unnamed_addr addrspace(1) global i32 0
; CHECK: @listed = weak global i32 0
@listed = weak global i32 0
@llvm.used = appending global [1 x ptr] [ptr @listed], section "llvm.metadata"
@id = private constant [3 x i8] c"id\00"
@default = internal constant { i32 } { i32 1 }

; CHECK: define weak_odr dso_local spir_kernel void @kernel({{.*}}!dbg
define weak_odr dso_local spir_kernel void @kernel(ptr addrspace(1) %out) !dbg !3 {
  store i32 1, ptr addrspace(1) @device_global, !dbg !6
  store ptr addrspace(1) %out, ptr addrspace(1) @plain, !dbg !6
; CHECK: call spir_func i32 @_Z37__sycl_getScalar
  %constant = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @default, ptr null), !dbg !6
  store i32 %constant, ptr addrspace(1) %out, !dbg !6
; CHECK: call spir_func i32 @with_aspects(i32 1)
  %needs = call spir_func i32 @with_aspects(i32 1), !dbg !6
  store i32 %needs, ptr addrspace(1) %out, !dbg !6
  ret void, !dbg !6
}
; CHECK: define internal spir_func i32 @with_aspects({{.*}} !sycl_used_aspects
define linkonce_odr spir_func i32 @with_aspects(i32 %value) !sycl_used_aspects !7 {
  %sum = add i32 %value, 1
  ret i32 %sum
}
; CHECK: define linkonce_odr spir_func void @exported() #[[EXPORTED:[0-9]+]]
define linkonce_odr spir_func void @exported() #1 {
  ret void
}
; CHECK: define void @named()
define void @named() {
  ret void
}

declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr)

attributes #0 = { "sycl-unique-id"="device_global" "sycl-device-global-size"="4" }
attributes #1 = { "sycl-module-id"="a.cpp" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 2, scope: !3)
!7 = !{i32 6}
