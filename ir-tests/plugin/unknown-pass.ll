; Names that are not ours are left to LLVM, which reports them.

; RUN: not %opt -passes='spec-constant' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=sycl-passes:
; RUN: not %opt -passes='spec-constants<native' -disable-output %s 2>&1 | FileCheck %s --check-prefix=OPEN --implicit-check-not=sycl-passes:

; CHECK: unknown pass name 'spec-constant'
; OPEN: {{invalid pipeline|unknown pass name}} 'spec-constants<native'
