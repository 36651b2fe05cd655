; JSON properties have the same content as text. `json` writes both, and the table names the text; `json-only` writes
; and names only JSON.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<properties;json;emit-kernel-names;o=%t/x.table>' %s
; RUN: ls %t | FileCheck %s --check-prefix=BOTH
; RUN: FileCheck %s --check-prefix=TABLE-BOTH --input-file=%t/x.table
; RUN: %props %t/x_0.prop > %t/text
; RUN: %props %t/x_0.prop.json > %t/json
; RUN: diff %t/text %t/json
; RUN: FileCheck %s --input-file=%t/json
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<json-only;emit-kernel-names;o=%t/x.table>' %s
; RUN: ls %t | FileCheck %s --check-prefix=ONLY --implicit-check-not=x_0.prop{{$}}
; RUN: FileCheck %s --check-prefix=TABLE-ONLY --input-file=%t/x.table

; BOTH: x_0.prop
; BOTH: x_0.prop.json
; TABLE-BOTH: {{.*}}/x_0.bc|{{.*}}/x_0.prop{{$}}
; ONLY: x_0.prop.json
; TABLE-ONLY: [Code|Properties]
; TABLE-ONLY: {{.*}}/x_0.bc|{{.*}}/x_0.prop.json{{$}}
; CHECK: kernel = 1

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
