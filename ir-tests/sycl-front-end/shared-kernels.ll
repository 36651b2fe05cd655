; Translation units may define the same kernel, as headers have them, if it does the same in each.

; RUN: rm -rf %t && split-file %s %t
; RUN: cd %t
; RUN: %opt -passes=sycl-front-end -o one.bc one.ll
; RUN: %opt -passes=sycl-front-end -o same.bc same.ll
; RUN: %opt -passes=sycl-front-end -o long.bc long.ll
; RUN: %opt -passes=sycl-front-end -o defines.bc defines.ll
; RUN: %opt -S -passes=sycl-front-end one.bc | FileCheck %s --check-prefix=UNIT
; RUN: llvm-link one.bc same.bc -o linked.bc
; RUN: %opt -S -passes='sycl-front-end<linked>' linked.bc | FileCheck %s --check-prefix=LINKED
; One of them saw the body of what the other calls.
; RUN: llvm-link long.bc defines.bc -o inlined.bc
; RUN: %opt -S -passes='sycl-front-end<linked>' inlined.bc | FileCheck %s --check-prefix=INLINED

; UNIT: define weak_odr spir_kernel void @_ZTS1K(ptr %p)
; UNIT: !sycl_passes.kernels = !{![[#NODE:]]}
; UNIT: ![[#NODE]] = !{!"_ZTS1K", !"one.cpp", !"{{[0-9a-f]+}}"}

; LINKED: define weak_odr spir_kernel void @_ZTS1K(ptr %p)
; LINKED-NOT: !sycl_passes.kernels

; INLINED: define weak_odr spir_kernel void @_ZTS1K(ptr %p)

;--- one.ll
source_filename = "one.cpp"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @_ZTS1K(ptr %p) {
  %value = load i32, ptr %p
  %sum = add i32 %value, 1
  store i32 %sum, ptr %p
  ret void
}

;--- same.ll
source_filename = "same.cpp"
target triple = "spirv64-unknown-unknown"
define spir_func void @_Z4mainv() {
  ret void
}
define spir_kernel void @_ZTS1K(ptr %0) !dbg !3 {
  %2 = load i32, ptr %0, !dbg !5
  %3 = add i32 %2, 1
  store i32 %3, ptr %0
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "same.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "K", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 2, scope: !3)

;--- long.ll
source_filename = "long.cpp"
target triple = "spirv64-unknown-unknown"
declare spir_func void @_Z8externalPi(ptr)
define spir_kernel void @_ZTS1K(ptr %p) {
  call spir_func void @_Z8externalPi(ptr %p)
  ret void
}

;--- defines.ll
source_filename = "defines.cpp"
target triple = "spirv64-unknown-unknown"
define spir_func void @_Z8externalPi(ptr %p) {
  store i32 7, ptr %p
  ret void
}
define spir_kernel void @_ZTS1K(ptr %p) {
  store i32 7, ptr %p
  ret void
}
