; Parameters can come from a JSON file, which also takes the characters that a pipeline does not.

; RUN: rm -rf %t && mkdir %t %t/a,b
; RUN: echo '{"split": "kernel", "symbols": true, "properties": false, "o": "%t/a,b/x.table"}' > %t/config.json
; RUN: %opt -disable-output -passes='sycl-post-link<config=%t/config.json>' %s
; RUN: ls %t/a,b | FileCheck %s --match-full-lines
; RUN: echo '{"split": "kernels"}' > %t/wrong.json
; RUN: not %opt -disable-output -passes='sycl-post-link<config=%t/wrong.json>' %s 2>&1 | FileCheck %s --check-prefix=WRONG
; RUN: echo '[1' > %t/broken.json
; RUN: not %opt -disable-output -passes='sycl-post-link<config=%t/broken.json>' %s 2>&1 | FileCheck %s --check-prefix=BROKEN
; RUN: not %opt -disable-output -passes='sycl-post-link<config=%t/missing.json>' %s 2>&1 | FileCheck %s --check-prefix=MISSING

; CHECK:      x.table
; CHECK-NEXT: x_0.bc
; CHECK-NEXT: x_0.sym
; CHECK-NEXT: x_1.bc
; CHECK-NEXT: x_1.sym
; WRONG: parameter `split` of pass `sycl-post-link` has the value `kernels`; expected one of: auto, source, kernel, features, none
; BROKEN: configuration file `{{.*}}/broken.json`: {{.*}} at line 1 column {{[0-9]+}}
; MISSING: configuration file `{{.*}}/missing.json`: No such file or directory

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 {
  ret void
}
define spir_kernel void @kernel_b() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
