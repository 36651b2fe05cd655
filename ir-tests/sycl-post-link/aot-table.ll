; The table of a target has a row for each image. Where the target lacks what an image needs, the row points to an empty
; module and keeps properties and symbols. Beside it, a table without a target has all images.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;symbols;S;o=%t/x.table;o=intel_gpu_dg1:%t/dg1.table>' %s
; RUN: FileCheck %s --check-prefix=ALL --input-file=%t/x.table
; RUN: FileCheck %s --check-prefix=DG1 --input-file=%t/dg1.table
; RUN: FileCheck %s --check-prefix=EMPTY --input-file=%t/x_empty.ll --implicit-check-not=define --implicit-check-not=@
; RUN: opt -disable-output -passes=verify %t/x_empty.ll
; RUN: FileCheck %s --check-prefix=SYMBOLS --input-file=%t/x_0.sym
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=PROPERTIES --match-full-lines
; RUN: %props %t/x_0.intel_gpu_dg1.prop | FileCheck %s --check-prefix=TARGETED --match-full-lines

; ALL:      [Code|Properties|Symbols]
; ALL-NEXT: {{.*}}/x_0.ll|{{.*}}/x_0.prop|{{.*}}/x_0.sym
; ALL-NEXT: {{.*}}/x_1.ll|{{.*}}/x_1.prop|{{.*}}/x_1.sym
; ALL-NOT:  {{.+}}

; DG1:      [Code|Properties|Symbols]
; DG1-NEXT: {{.*}}/x_empty.ll|{{.*}}/x_0.intel_gpu_dg1.prop|{{.*}}/x_0.sym
; DG1-NEXT: {{.*}}/x_1.ll|{{.*}}/x_1.intel_gpu_dg1.prop|{{.*}}/x_1.sym
; DG1-NOT:  {{.+}}

; EMPTY: target triple = "spir64-unknown-unknown"

; SYMBOLS: kernel_fp64

; PROPERTIES:      [SYCL/device requirements]
; PROPERTIES-NEXT: aspects = {6}
; PROPERTIES-NOT:  compile_target{{.*}}

; TARGETED:      [SYCL/device requirements]
; TARGETED-NEXT: aspects = {6}
; TARGETED-NEXT: compile_target = "intel_gpu_dg1"

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_fp16() #0 !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @kernel_fp64() #0 !sycl_used_aspects !1 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 5}
!1 = !{i32 6}
