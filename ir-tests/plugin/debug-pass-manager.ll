; The debug output of the pass manager distinguishes our passes. Bisecting to nothing does not skip them, because they
; are lowerings, without which the program would change.

; RUN: %opt -passes='spec-constants,globaldce,sycl-post-link<o=%t.table>,device-code-split<o=%t.table>,print<sycl-passes>' -debug-pass-manager -disable-output %s 2>&1 | FileCheck %s --check-prefixes=CHECK,ALL
; RUN: %opt -passes='spec-constants,globaldce,sycl-post-link<o=%t.table>,device-code-split<o=%t.table>,print<sycl-passes>' -opt-bisect-limit=0 -debug-pass-manager -disable-output %s 2>&1 | FileCheck %s --implicit-check-not='Running pass: GlobalDCEPass'

; CHECK: Running pass: SpecConstantsPass on [module]
; ALL: Running pass: GlobalDCEPass on [module]
; CHECK: Running pass: SYCLPostLinkPass on [module]
; CHECK: Running pass: DeviceCodeSplitPass on [module]
; CHECK: Running pass: PrintSYCLPassesPass on [module]

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 {
  ret void
}

attributes #0 = { optnone noinline "sycl-module-id"="a.cpp" }
