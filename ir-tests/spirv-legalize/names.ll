; A function that only its module knows and that has a pointer among its parameters gets a name from which the back end
; for SPIR-V takes no type. Names that others use stay: of kernels, of `SYCL_EXTERNAL` and virtual functions, of
; declarations and of functions in C; so does that in debug info. Where kernels are SYCL's, nothing else knows functions
; that are not marked, whatever their linkage; in a whole program, none but kernels. A second run changes nothing.

; RUN: %opt -S -passes=spirv-legalize -verify-each %s | FileCheck %s
; RUN: %opt -S -passes=spirv-legalize,spirv-legalize -verify-each %s | FileCheck %s
; RUN: sed '/@_ZTS6KernelPd(/s/ {/ #0 {/' %s > %t.ll && echo 'attributes #0 = { "sycl-module-id"="a.cpp" }' >> %t.ll
; RUN: %opt -S -passes=spirv-legalize -verify-each %t.ll | FileCheck %s --check-prefix=PROGRAM
; RUN: %opt -S -passes='spirv-legalize<only-kernels>' -verify-each %t.ll | FileCheck %s --check-prefix=WHOLE
; RUN: sed 's/spir64/amdgcn-amd-amdhsa/; s/spir_kernel/amdgpu_kernel/' %s | %opt -S -passes=spirv-legalize | FileCheck %s --check-prefix=OTHER

; CHECK: define internal spir_func void @sycl._Z3lowPd(ptr %p) !dbg
; CHECK: define linkonce_odr spir_func void @sycl._Z4highPDv5_f(ptr addrspace(4) %p) comdat($_Z4highPDv5_f)
; CHECK: define internal spir_func void @_Z6numberd(double %d)
; CHECK: define linkonce_odr spir_func void @_Z8exportedPd(ptr %p) #
; CHECK: define linkonce_odr spir_func void @_Z9overriddenPd(ptr %p) #
; CHECK: define spir_func void @_Z6strongPd(ptr %p)
; CHECK: define weak_odr spir_func void @_Z8instancePd(ptr %p)
; CHECK: define weak_odr spir_func void @_Z10elsewherePd(ptr %p)
; CHECK: define internal spir_func void @plain(ptr %p)
; CHECK: define spir_kernel void @_ZTS6KernelPd(ptr addrspace(1) %p)
; CHECK:   call spir_func void @sycl._Z3lowPd(ptr null)
; CHECK:   call spir_func void @sycl._Z4highPDv5_f(ptr addrspace(4) null)
; CHECK: declare spir_func void @_Z8importedPd(ptr)
; CHECK: linkageName: "_Z3lowPd"
; PROGRAM: define linkonce_odr spir_func void @_Z8exportedPd(
; PROGRAM: define linkonce_odr spir_func void @_Z9overriddenPd(
; PROGRAM: define spir_func void @sycl._Z6strongPd(
; PROGRAM: define weak_odr spir_func void @sycl._Z8instancePd(
; PROGRAM: define weak_odr spir_func void @_Z10elsewherePd(
; PROGRAM: define spir_kernel void @_ZTS6KernelPd(
; PROGRAM: call spir_func void @_Z8importedPd(
; WHOLE: define linkonce_odr spir_func void @sycl._Z8exportedPd(
; WHOLE: define linkonce_odr spir_func void @_Z9overriddenPd(
; WHOLE: define spir_func void @sycl._Z6strongPd(
; WHOLE: define weak_odr spir_func void @_Z10elsewherePd(
; WHOLE: define spir_kernel void @_ZTS6KernelPd(
; OTHER: define internal spir_func void @_Z3lowPd(

target triple = "spir64"

$_Z4highPDv5_f = comdat any

define internal spir_func void @_Z3lowPd(ptr %p) !dbg !3 {
  ret void
}
define linkonce_odr spir_func void @_Z4highPDv5_f(ptr addrspace(4) %p) comdat {
  ret void
}
define internal spir_func void @_Z6numberd(double %d) {
  ret void
}
define linkonce_odr spir_func void @_Z8exportedPd(ptr %p) "sycl-module-id"="a.cpp" {
  ret void
}
define linkonce_odr spir_func void @_Z9overriddenPd(ptr %p) "indirectly-callable"="set" {
  ret void
}
define spir_func void @_Z6strongPd(ptr %p) {
  ret void
}
define weak_odr spir_func void @_Z8instancePd(ptr %p) {
  ret void
}
define weak_odr spir_func void @_Z10elsewherePd(ptr %p) "referenced-indirectly" {
  ret void
}
define internal spir_func void @plain(ptr %p) {
  ret void
}
define spir_kernel void @_ZTS6KernelPd(ptr addrspace(1) %p) {
  call spir_func void @_Z3lowPd(ptr null)
  call spir_func void @_Z4highPDv5_f(ptr addrspace(4) null)
  call spir_func void @_Z8importedPd(ptr null)
  ret void
}
declare spir_func void @_Z8importedPd(ptr)

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cpp", directory: "")
!3 = distinct !DISubprogram(name: "low", linkageName: "_Z3lowPd", unit: !1, file: !2, type: !4, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
