; `suppress-undefined-func-warnings` silences the warning about functions that no image defines.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<symbols;suppress-undefined-func-warnings;o=%t/x.table>' %s 2>&1 | FileCheck %s --allow-empty

; CHECK-NOT: Undefined function

target triple = "spir64-unknown-unknown"

declare spir_func void @provided_at_run_time()

define spir_kernel void @kernel() #0 {
  call spir_func void @provided_at_run_time()
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
