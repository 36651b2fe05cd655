; In a configuration file, `true` sets a flag and `false` does not, numbers and texts are values, and an array repeats a
; parameter that may be repeated. The file adds to the parameters of the pipeline.

; RUN: rm -rf %t && split-file %s %t && mkdir "%t/a,b>c"
; RUN: cd %t && %opt -disable-output -passes='sycl-post-link<config=all.json>' module.ll
; RUN: ls "%t/a,b>c" | FileCheck %t/module.ll --match-full-lines
; RUN: ls %t | FileCheck %t/module.ll --check-prefix=TABLES --match-full-lines
; RUN: cd %t && %opt -disable-output -passes='sycl-post-link<o=first.table;symbols;config=second.json>' module.ll
; RUN: ls %t | FileCheck %t/module.ll --check-prefix=BOTH --match-full-lines

;--- all.json
{
  "split": "kernel",
  "symbols": true,
  "properties": false,
  "jobs": 2,
  "o": ["one.table", "intel_gpu_dg1:two.table"],
  "out-dir": "a,b>c"
}
;--- second.json
{ "o": "second.table", "split": "none" }
;--- module.ll
; CHECK:      one_0.bc
; CHECK-NEXT: one_0.sym
; CHECK-NEXT: one_1.bc
; CHECK-NEXT: one_1.sym
; CHECK-NOT:  {{.+}}

; TABLES: one.table
; TABLES: two.table

; BOTH:      first.table
; BOTH-NEXT: first_0.bc
; BOTH-NEXT: first_0.sym
; BOTH-NOT:  first{{.*}}
; BOTH:      second.table

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 {
  ret void
}
define spir_kernel void @kernel_b() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
