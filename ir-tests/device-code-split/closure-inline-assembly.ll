; Inline assembly is not a call through a pointer, so functions that may be called indirectly are not added to its
; image.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: FileCheck %s --input-file=%t/x_0.ll --implicit-check-not=@candidate

target triple = "spir64-unknown-unknown"

define spir_func i32 @candidate(i32 %x) #1 {
  ret i32 %x
}
; CHECK: define spir_kernel void @kernel()
define spir_kernel void @kernel() #0 {
  %r = call i32 asm "mov $0, $1", "=r,r"(i32 1)
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "referenced-indirectly" }
