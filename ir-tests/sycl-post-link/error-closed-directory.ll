; A directory without write permission. Root ignores permissions, so root runs this as `nobody`.

; RUN: rm -rf %t && mkdir -p %t/x/closed && cp %s %t/in.ll
; RUN: chmod 777 %t/x && chmod 555 %t/x/closed
; RUN: cd %t/x && not bash -c "if [ $(id -u) = 0 ]; then run='setpriv --reuid=65534 --clear-groups'; fi; exec \$run %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;o=closed/x.table>' %t/in.ll" 2>&1 | FileCheck %s --implicit-check-not=.sycl-passes
; RUN: ls -A %t/x/closed | count 0
; RUN: chmod 755 %t/x/closed

; CHECK: error: cannot write `closed/x_0.bc`: Permission denied

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
