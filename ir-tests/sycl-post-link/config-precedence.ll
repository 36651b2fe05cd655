; Of a parameter that is given in several places the most specific counts: the pipeline, then the file of `config=`, then the
; settings of the environment, also where the file leaves a flag out. What only one place gives counts, and tables add up.

; RUN: rm -rf %t && split-file %s %t
; RUN: cd %t && env SYCL_PASSES_CONFIG=settings.json %opt -disable-output -passes='sycl-post-link<config=near.json>' module.ll
; RUN: ls %t/near | FileCheck %t/module.ll --check-prefix=NEAR --match-full-lines
; RUN: cd %t && env SYCL_PASSES_CONFIG=settings.json %opt -disable-output -passes='sycl-post-link<split=none;config=near.json;o=pipeline.table;out-dir=pipeline>' module.ll
; RUN: ls %t/pipeline | FileCheck %t/module.ll --check-prefix=PIPELINE --match-full-lines
; RUN: FileCheck %t/module.ll --check-prefix=TABLE --input-file=%t/pipeline.table --match-full-lines
; RUN: diff %t/pipeline.table %t/near.table
; RUN: diff %t/pipeline.table %t/settings.table

;--- settings.json
{"sycl-post-link": {"split": "none", "symbols": true, "S": true, "out-dir": "settings", "o": "settings.table"}}
;--- near.json
{"split": "kernel", "symbols": false, "out-dir": "near", "o": "near.table"}
;--- near/.keep
;--- pipeline/.keep
;--- module.ll
; NEAR:      near_0.ll
; NEAR-NEXT: near_1.ll
; NEAR-NOT:  {{.+}}

; PIPELINE:     pipeline_0.ll
; PIPELINE-NOT: {{.+}}

; TABLE:      [Code]
; TABLE-NEXT: pipeline/pipeline_0.ll

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 {
  ret void
}
define spir_kernel void @kernel_b() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
