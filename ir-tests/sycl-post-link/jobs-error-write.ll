; A file that cannot be written by one of the workers, here because a directory has its name: the message names it, and
; the files of all workers are removed.

; RUN: rm -rf %t && mkdir -p %t/x_3.bc
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;jobs=3;o=%t/x.table>' %s 2> %t.messages
; RUN: FileCheck %s --input-file=%t.messages --implicit-check-not=error: --implicit-check-not=.sycl-passes
; RUN: ls -A %t | count 1

; CHECK: error: cannot write `{{.*}}/x_3.bc`: Is a directory

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 {
  ret void
}
define spir_kernel void @kernel_b() #0 {
  ret void
}
define spir_kernel void @kernel_c() #0 {
  ret void
}
define spir_kernel void @kernel_d() #0 {
  ret void
}
define spir_kernel void @kernel_e() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
