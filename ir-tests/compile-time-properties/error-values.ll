; A size, an alignment, and a number of a variable or a parameter that are not as they should be, and a device global
; without a name, are refused.

; RUN: split-file %s %t
; RUN: not %opt -S -passes=compile-time-properties %t/words.ll 2>&1 | FileCheck %t/words.ll --implicit-check-not=define
; RUN: not %opt -S -passes=compile-time-properties %t/zero.ll 2>&1 | FileCheck %t/zero.ll --implicit-check-not=define
; RUN: not %opt -S -passes=compile-time-properties %t/mode.ll 2>&1 | FileCheck %t/mode.ll --implicit-check-not=global
; RUN: not %opt -S -passes=compile-time-properties %t/name.ll 2>&1 | FileCheck %t/name.ll
; RUN: not %opt -S -passes=compile-time-properties %t/location.ll 2>&1 | FileCheck %t/location.ll --implicit-check-not=define
; RUN: not %opt -S -passes=compile-time-properties %t/alignment.ll 2>&1 | FileCheck %t/alignment.ll --implicit-check-not=define
; RUN: not %opt -S -passes=sycl-device-pipeline %t/alignment.ll 2>&1 | FileCheck %t/alignment.ll --implicit-check-not=define
; RUN: not %opt -passes='sycl-post-link<o=%t/x.table>' -disable-output %t/words.ll 2>&1 | FileCheck %t/words.ll

;--- words.ll
; CHECK: error: attribute "sycl-work-group-size-hint" of kernel `kernel` has "many"; expected a non-negative integer
target triple = "spir64-unknown-unknown"
define spir_kernel void @kernel() "sycl-work-group-size-hint"="8,many" {
  ret void
}
;--- zero.ll
; CHECK: error: `"sycl-work-group-size"` of kernel `kernel` is 2, 0, 1; expected one to three numbers from 1
target triple = "spir64-unknown-unknown"
define spir_kernel void @kernel() "sycl-work-group-size"="1,0,2" {
  ret void
}
;--- mode.ll
; CHECK: error: attribute "sycl-init-mode" of variable `v` is "reset"; expected a non-negative integer
target triple = "spir64-unknown-unknown"
@v = addrspace(1) global i32 0 #0
attributes #0 = { "sycl-init-mode"="reset" }
;--- name.ll
; CHECK: error: device global `v` has no attribute "sycl-unique-id"; expected the name by which the host knows it
target triple = "spir64-unknown-unknown"
@v = addrspace(1) global i32 0 #0
attributes #0 = { "sycl-device-global-size"="4" }
;--- location.ll
; CHECK: error: attribute "sycl-buffer-location" of parameter 1 of kernel `kernel` is "-1"; expected a non-negative integer
target triple = "spir64-unknown-unknown"
define spir_kernel void @kernel(i32 %n, ptr "sycl-buffer-location"="-1" %p) "sycl-work-group-size"="8" {
  ret void
}
;--- alignment.ll
; CHECK: error: attribute "sycl-alignment" of parameter 0 of kernel `kernel` is "12"; expected a power of two, 4294967296 at most
target triple = "spir64-unknown-unknown"
define spir_kernel void @kernel(ptr "sycl-alignment"="12" %p) {
  ret void
}
