; Device code may not refer to variables of the host that are not constant, directly or through functions, aliases and
; constants; each is one error, with the kernel, and with its line where there is debug info.

; RUN: not %opt -S -passes=sycl-front-end %s -o %t 2>&1 | FileCheck %s --implicit-check-not=unused --implicit-check-not=fine
; RUN: not %opt -S -passes='sycl-front-end<keep-linkage>' %s -o %t 2>&1 | FileCheck %s --implicit-check-not=unused --implicit-check-not=fine
; RUN: sed 's/@_ZTS1K()/@"k\\FF"()/' %s | not %opt -S -passes=sycl-front-end -o %t 2>&1 | FileCheck %s --check-prefix=BYTES

; CHECK: error: a.cpp:3:7: kernel `K` uses the variable `counter`, which is the host's and not constant, so device code has a copy that nothing keeps equal; expected a `constexpr` variable, a `const` one with a constant initializer, a captured value, or memory behind a captured pointer
; CHECK-NEXT: a.cpp: kernels `K`, `L` use the variable `Config::level` in function `helper()`, which is the host's
; CHECK-NEXT: a.cpp: kernel `L` uses the variable `behind`, which is
; CHECK-NEXT: a.cpp: kernel `L` uses the variable `behind_alias`, which is
; CHECK-NEXT: a.cpp: kernel `L` uses the variable `elsewhere`, which is
; CHECK-NEXT: a.cpp: function `exported()` uses the variable `of_exported`, which is
; CHECK-NEXT: a.cpp: kernel `L` uses the variable `per_thread`, which is `thread_local`, and threads are the host's; expected a variable of a function, a captured value or local memory
; BYTES: kernels `k{{.*}}`, `L` use the variable `Config::level`

source_filename = "a.cpp"
target triple = "spirv64-unknown-unknown"

@counter = addrspace(1) global i32 5
@_ZN6Config5levelE = linkonce_odr addrspace(1) global i32 1
@behind = internal addrspace(1) global [4 x i32] zeroinitializer
@address = internal addrspace(1) constant { i32, ptr addrspace(4) } { i32 1, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) addrspacecast (ptr addrspace(1) @behind to ptr addrspace(4)), i64 8) }
@address_of_address = internal addrspace(1) constant ptr addrspace(1) @address
@behind_alias = internal addrspace(1) global i32 1
@alias = alias i32, ptr addrspace(1) @behind_alias
@elsewhere = external addrspace(1) global i32
@of_exported = internal addrspace(1) global i32 1
@per_thread = thread_local addrspace(1) global i32 1

@unused = addrspace(1) global i32 5
@fine_constant = addrspace(1) constant i32 5
@fine_local = internal addrspace(3) global i32 undef
@fine_device_global = addrspace(1) global { ptr addrspace(1), i32 } zeroinitializer #1
@fine_set = addrspace(1) externally_initialized global i32 0
@fine_ir_constant = external addrspace(1) global i32 #2
@__fine_reserved = internal addrspace(1) global i32 0
@_ZN2nsL6__fineE = internal addrspace(1) global i32 0
@_ZTVN10__cxxabiv117__class_type_infoE = external addrspace(1) global [0 x ptr addrspace(4)]
@__profc_K = internal addrspace(1) global [1 x i64] zeroinitializer, section "__llvm_prf_cnts"

define spir_kernel void @_ZTS1K() !dbg !4 {
  %v = load i32, ptr addrspace(1) @counter, !dbg !7
  call spir_func void @_Z6helperv(), !dbg !7
  ret void
}
define internal spir_func void @_Z6helperv() {
  store i32 9, ptr addrspace(1) @_ZN6Config5levelE
  ret void
}
define spir_kernel void @_ZTS1L() {
  call spir_func void @_Z6helperv()
  %a = load ptr addrspace(1), ptr addrspace(1) @address_of_address
  %b = load i32, ptr addrspace(1) @alias
  br label %next
next:
  %p = phi ptr addrspace(4) [ addrspacecast (ptr addrspace(1) @elsewhere to ptr addrspace(4)), %0 ]
  %t = load i32, ptr addrspace(1) @per_thread
  %1 = load i32, ptr addrspace(1) @fine_constant
  %2 = load i32, ptr addrspace(3) @fine_local
  %3 = load i32, ptr addrspace(1) @fine_device_global
  %4 = load i32, ptr addrspace(1) @fine_set
  %5 = load i32, ptr addrspace(1) @fine_ir_constant
  %6 = load i32, ptr addrspace(1) @__fine_reserved
  %7 = load i32, ptr addrspace(1) @_ZN2nsL6__fineE
  %8 = load ptr addrspace(4), ptr addrspace(1) @_ZTVN10__cxxabiv117__class_type_infoE
  %9 = load i64, ptr addrspace(1) @__profc_K
  ret void
}
define spir_func void @_Z8exportedv() {
  store i32 9, ptr addrspace(1) @of_exported
  ret void
}
define internal spir_func void @_Z12never_calledv() {
  store i32 9, ptr addrspace(1) @unused
  ret void
}

attributes #1 = { "sycl-unique-id"="id" }
attributes #2 = { "sycl-ir-constant" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "K", file: !1, line: 2, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 3, column: 7, scope: !4)
