; Settings from the environment are overridden by parameters in the pipeline.

; RUN: rm -rf %t && mkdir %t
; RUN: echo '{"sycl-post-link": {"split": "kernel", "symbols": true, "S": true, "out-dir": "%t"}}' > %t/settings.json
; RUN: env SYCL_PASSES_CONFIG=%t/settings.json %opt -disable-output -passes='sycl-post-link<o=%t/x.table>' %s
; RUN: FileCheck %s --input-file=%t/x.table
; RUN: env SYCL_PASSES_CONFIG=%t/settings.json %opt -disable-output -passes='sycl-post-link<split=none;o=%t/x.table>' %s
; RUN: FileCheck %s --check-prefix=NONE --input-file=%t/x.table

; CHECK:      [Code|Symbols]
; CHECK-NEXT: {{.*}}/x_0.ll|{{.*}}/x_0.sym
; CHECK-NEXT: {{.*}}/x_1.ll|{{.*}}/x_1.sym
; CHECK-NOT:  {{.+}}

; NONE:      [Code|Symbols]
; NONE-NEXT: {{.*}}/x_0.ll|{{.*}}/x_0.sym
; NONE-NOT:  {{.+}}

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 {
  ret void
}
define spir_kernel void @kernel_b() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
