; -print-before and -print-after know our passes by the names that pipelines use.

; RUN: %opt -passes='spec-constants,globaldce' -print-before=spec-constants -print-after=spec-constants -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=GlobalDCE
; RUN: %opt -passes='globaldce,sycl-post-link<o=%t.table>' -print-after=sycl-post-link -disable-output %s 2>&1 | FileCheck %s --check-prefix=POST --implicit-check-not=GlobalDCE

; CHECK: IR Dump Before SpecConstantsPass on [module]
; CHECK: define spir_kernel void @kernel()
; CHECK: IR Dump After SpecConstantsPass on [module]
; CHECK: define spir_kernel void @kernel()
; POST: IR Dump After SYCLPostLinkPass on [module]

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
