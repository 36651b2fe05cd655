; Names that are not ours are left to LLVM, which reports them. A name like one of ours gets a hint, and so do parameters
; that have no end: LLVM ends elements at commas.

; RUN: not %opt -passes='some-other-pass' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=sycl-passes:
; RUN: not %opt -passes='spec-constant' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LIKE
; RUN: not %opt -passes='spec-constants<native' -disable-output %s 2>&1 | FileCheck %s --check-prefix=OPEN
; RUN: not %opt -passes='sycl-post-link<split=kernel,properties>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=COMMA

; CHECK: unknown pass name 'some-other-pass'
; LIKE-COUNT-1: sycl-passes: no pass of this plugin is named `spec-constant`; did you mean `spec-constants`?
; LIKE-NOT: sycl-passes:
; LIKE: unknown pass name 'spec-constant'
; COMMA: sycl-passes: `sycl-post-link<split=kernel` has no `>`; expected parameters with `;` between them, as in `sycl-post-link<first;second>`
; COMMA: {{invalid pipeline|unknown pass name}}
; OPEN: sycl-passes: `spec-constants<native` has no `>`; expected parameters with `;`
; OPEN: {{invalid pipeline|unknown pass name}} 'spec-constants<native'
