; A device module without entry points still gives one image, without symbols.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -passes='sycl-post-link<symbols;properties;S;o=%t/out.table>' -disable-output %s
; RUN: FileCheck %s --check-prefix=TABLE < %t/out.table
; RUN: count 0 < %t/out_0.sym
; RUN: %props %t/out_0.prop | FileCheck %s --check-prefix=PROPERTIES
; RUN: ls %t | count 4

; TABLE: {{^}}[Code|Properties|Symbols]
; TABLE-NEXT: out_0.ll|{{.*}}out_0.prop|{{.*}}out_0.sym
; TABLE-NOT: {{.}}
; PROPERTIES: [SYCL/device requirements]
; PROPERTIES-NEXT: aspects = {}

target triple = "spir64-unknown-unknown"

@table = internal addrspace(1) constant [2 x i32] [i32 1, i32 2]
