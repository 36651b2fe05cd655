; A wrong parameter stops the run before it begins, with a message that says what was expected.

; RUN: rm -rf %t && mkdir %t
; RUN: cd %t && not %opt -disable-output -passes='sycl-post-link<jobs=0;o=x.table>' %s 2>&1 | FileCheck %s --check-prefix=ZERO
; RUN: cd %t && not %opt -disable-output -passes='sycl-post-link<jobs=-1;o=x.table>' %s 2>&1 | FileCheck %s --check-prefix=NEGATIVE
; RUN: cd %t && not %opt -disable-output -passes='sycl-post-link<spec-const=emulate;o=x.table>' %s 2>&1 | FileCheck %s --check-prefix=MODE
; RUN: cd %t && not %opt -disable-output -passes='sycl-post-link<symbols=yes;o=x.table>' %s 2>&1 | FileCheck %s --check-prefix=FLAG
; RUN: cd %t && not %opt -disable-output -passes='sycl-post-link<o>' %s 2>&1 | FileCheck %s --check-prefix=VALUE
; RUN: cd %t && not %opt -disable-output -passes='sycl-post-link<Symbols>' %s 2>&1 | FileCheck %s --check-prefix=NAME
; RUN: ls -A %t | count 0

; ZERO: parameter `jobs` of pass `sycl-post-link` has the value `0`; expected a number from 1
; NEGATIVE: parameter `jobs` of pass `sycl-post-link` has the value `-1`; expected a number from 1
; MODE: parameter `spec-const` of pass `sycl-post-link` has the value `emulate`; expected one of: native, emulation, default-values, host-emulation
; FLAG: parameter `symbols` of pass `sycl-post-link` has the value `yes`; expected no value
; VALUE: parameter `o` of pass `sycl-post-link` has no value; expected [target:]table file
; NAME: unknown parameter `Symbols` of pass `sycl-post-link`; expected one of: split,

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  ret void
}
