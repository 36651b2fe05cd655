; A table that is a pipe or a device is written to it; the pipe is not replaced by a file.

; RUN: rm -rf %t && mkdir %t && mkfifo %t/pipe
; RUN: cd %t && bash -c "cat pipe > read & %opt -disable-output -passes='sycl-post-link<S;out-dir=.;o=pipe;o=/dev/null>' %s; wait"
; RUN: FileCheck %s --input-file=%t/read
; RUN: test -p %t/pipe
; RUN: test -c /dev/null

; CHECK:      [Code]
; CHECK-NEXT: ./pipe_0.ll
; CHECK-NOT:  {{.+}}

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 {
  ret void
}
define spir_kernel void @kernel_b() #0 {
  ret void
}
define spir_kernel void @kernel_d() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
