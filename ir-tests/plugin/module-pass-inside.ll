; A pass of modules inside a pass manager of functions, loops or the call graph gets a hint, once, beside LLVM's error.
; A mistake in its parameters at the right place does not.

; RUN: not %opt -passes='function(aspect-propagation)' -disable-output %s 2>&1 | FileCheck %s
; RUN: not %opt -passes='function(loop(aspect-propagation))' -disable-output %s 2>&1 | FileCheck %s
; RUN: not %opt -passes='cgscc(aspect-propagation)' -disable-output %s 2>&1 | FileCheck %s
; RUN: not %opt -passes='instcombine,aspect-propagation<post-opt>' -disable-output %s 2>&1 | FileCheck %s
; RUN: not %opt -passes='aspect-propagation<bogus>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=RIGHT
; RUN: %opt -passes='function(instcombine),aspect-propagation' -disable-output %s

; CHECK-COUNT-1: sycl-passes: found the module pass `aspect-propagation` among passes of functions, loops or the call graph; expected it beside them, as in `function(instcombine),aspect-propagation`
; CHECK-NOT: sycl-passes:
; CHECK: unknown {{function|loop|cgscc}} pass 'aspect-propagation

; RIGHT-COUNT-1: sycl-passes: unknown parameter `bogus`
; RIGHT-NOT: sycl-passes:
