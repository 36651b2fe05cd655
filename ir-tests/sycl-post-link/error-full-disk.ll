; If a file does not fit, the message names it, and nothing of the run is left. Here files are limited to 8 KiB, which
; the third of four images exceeds; then there is no room for the table.

; RUN: rm -rf %t && mkdir %t %t/x
; RUN: %python -c "print('@large = internal addrspace(1) constant [20000 x i8] c\"' + 'x' * 20000 + '\"')" > %t/large.ll
; RUN: cat %s %t/large.ll > %t/in.ll
; RUN: cd %t/x && not bash -c "trap '' XFSZ; ulimit -f 8; exec %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;o=x.table>' ../in.ll" 2>&1 | FileCheck %s --implicit-check-not=.sycl-passes
; RUN: cd %t/x && not bash -c "trap '' XFSZ; ulimit -f 8; exec %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;jobs=2;o=x.table>' ../in.ll" 2>&1 | FileCheck %s --implicit-check-not=.sycl-passes
; RUN: cd %t/x && not %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;out-dir=.;o=/dev/full>' ../in.ll 2>&1 | FileCheck %s --check-prefix=TABLE
; RUN: ls -A %t/x | count 0
; RUN: test -c /dev/full

; CHECK: error: cannot write `x_1.bc`: File too large
; TABLE: error: cannot write `/dev/full`: No space left on device

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 {
  ret void
}
define spir_kernel void @kernel_b() #0 {
  ret void
}
define spir_kernel void @kernel_c(ptr %p) #0 {
  store ptr addrspace(1) @large, ptr %p
  ret void
}
define spir_kernel void @kernel_d() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
