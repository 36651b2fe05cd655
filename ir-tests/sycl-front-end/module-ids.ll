; Kernels and functions that other translation units can call get the name of the source file and, if it is given, the
; optimization level, unless they have one. In a module where some function has `sycl-module-id`, the front end marks
; such functions itself, so only kernels get it.

; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -S -passes='sycl-front-end<optlevel=0>' -verify-each %t/clang.ll | FileCheck %s --check-prefix=CLANG
; RUN: %opt -S -passes='sycl-front-end<optlevel=0>,sycl-front-end<optlevel=3>' %t/clang.ll | FileCheck %s --check-prefix=CLANG
; RUN: %opt -S -passes=sycl-front-end -verify-each %t/marked.ll | FileCheck %s --check-prefix=MARKED
; RUN: not %opt -S -passes='sycl-front-end<optlevel=s>' %t/clang.ll 2>&1 | FileCheck %s --check-prefix=LEVEL

; LEVEL: parameter `optlevel` of pass `sycl-front-end` has the value `s`; expected one of: 0, 1, 2, 3

; CLANG: define weak_odr spir_kernel void @_ZTS1K() #[[OWNER:[0-9]+]] {
; CLANG: define weak_odr spir_kernel void @weak_kernel() #[[OWNER]] {
; CLANG: define spir_func void @_Z8exportedv() #[[OWNER]] {
; CLANG: define weak_odr spir_func void @_Z8templateIiEvv() #[[OWNER]] {
; CLANG: define linkonce_odr spir_func void @_Z6inlinev() {
; CLANG: define internal spir_func void @_ZL6localv() {
; CLANG: define available_externally spir_func void @_Z4copyv() {
; CLANG: define spir_func void @__reserved() {
; CLANG: define spir_func void @_Z21__spirv_ControlBarrieriii() {
; CLANG: declare spir_func void @_Z8importedv(){{$}}
; CLANG: attributes #[[OWNER]] = { "sycl-module-id"="dir/a.cpp" "sycl-optlevel"="0" }

; MARKED: define weak_odr spir_kernel void @_ZTS1K() #[[HAS:[0-9]+]] {
; MARKED: define weak_odr spir_kernel void @_ZTS1L() #[[HAS_NOT:[0-9]+]] {
; MARKED: define spir_func void @_Z8exportedv() #[[HAS]] {
; MARKED: define spir_func void @_Z9is_globalv() {
; MARKED: attributes #[[HAS]] = { "sycl-module-id"="other" }
; MARKED: attributes #[[HAS_NOT]] = { "sycl-module-id"="b.cpp" }

;--- clang.ll
source_filename = "dir/a.cpp"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @_ZTS1K() {
  ret void
}
define weak_odr spir_kernel void @weak_kernel() {
  ret void
}
define spir_func void @_Z8exportedv() {
  ret void
}
define weak_odr spir_func void @_Z8templateIiEvv() {
  ret void
}
define linkonce_odr spir_func void @_Z6inlinev() {
  ret void
}
define internal spir_func void @_ZL6localv() {
  ret void
}
define available_externally spir_func void @_Z4copyv() {
  ret void
}
define spir_func void @__reserved() {
  ret void
}
define spir_func void @_Z21__spirv_ControlBarrieriii() {
  ret void
}
declare spir_func void @_Z8importedv()

;--- marked.ll
source_filename = "b.cpp"
target triple = "spir64-unknown-unknown"
define spir_kernel void @_ZTS1K() #0 {
  ret void
}
define spir_kernel void @_ZTS1L() {
  ret void
}
define spir_func void @_Z8exportedv() #0 {
  ret void
}
define spir_func void @_Z9is_globalv() {
  ret void
}
attributes #0 = { "sycl-module-id"="other" }
