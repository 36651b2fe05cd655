; A size that is none, a number of a variable that is none, and a device global without a name are refused.

; RUN: split-file %s %t
; RUN: not %opt -S -passes=compile-time-properties %t/words.ll 2>&1 | FileCheck %t/words.ll --implicit-check-not=define
; RUN: not %opt -S -passes=compile-time-properties %t/zero.ll 2>&1 | FileCheck %t/zero.ll --implicit-check-not=define
; RUN: not %opt -S -passes=compile-time-properties %t/mode.ll 2>&1 | FileCheck %t/mode.ll --implicit-check-not=global
; RUN: not %opt -S -passes=compile-time-properties %t/name.ll 2>&1 | FileCheck %t/name.ll
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
