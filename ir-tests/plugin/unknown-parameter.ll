; An unknown parameter is an error that lists the parameters of the pass.

; RUN: not %opt -passes='spec-constants<foo>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FOO
; RUN: not %opt -passes='sycl-post-link<split=foo>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=CHOICE
; RUN: not %opt -passes='sycl-post-link<split>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: not %opt -passes='sycl-post-link<symbols=1>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FLAG
; RUN: not %opt -passes='sycl-post-link<o=>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=EMPTY

; FOO: sycl-passes: unknown parameter `foo` of pass `spec-constants`; expected one of: native, emulation, default-values, host-emulation
; CHOICE: sycl-passes: parameter `split` of pass `sycl-post-link` has the value `foo`; expected one of: auto, source, kernel, features, none
; NONE: sycl-passes: parameter `split` of pass `sycl-post-link` has no value; expected one of: auto, source, kernel, features, none
; FLAG: sycl-passes: parameter `symbols` of pass `sycl-post-link` has the value `1`; expected no value
; EMPTY: sycl-passes: parameter `o` of pass `sycl-post-link` has the value ``; expected [target:]table file
