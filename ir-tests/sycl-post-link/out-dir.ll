; All files but tables are in the given directory, including the empty module, and rows contain the directory as given.
; Names start with that of the first table, without an extension.

; RUN: rm -rf %t && mkdir -p %t/images %t/tables
; RUN: cd %t && %opt -disable-output -passes='sycl-post-link<split=kernel;json-only;symbols;S;o=tables/x.files.table;o=intel_gpu_dg1:dg1.table;out-dir=images>' %s
; RUN: ls %t/images | FileCheck %s --check-prefix=IMAGES --match-full-lines
; RUN: ls %t/tables | FileCheck %s --check-prefix=TABLES --match-full-lines
; RUN: FileCheck %s --check-prefix=DG1 --input-file=%t/dg1.table --match-full-lines

; IMAGES:      x.files_0.intel_gpu_dg1.prop.json
; IMAGES-NEXT: x.files_0.ll
; IMAGES-NEXT: x.files_0.prop.json
; IMAGES-NEXT: x.files_0.sym
; IMAGES-NEXT: x.files_1.intel_gpu_dg1.prop.json
; IMAGES-NEXT: x.files_1.ll
; IMAGES-NEXT: x.files_1.prop.json
; IMAGES-NEXT: x.files_1.sym
; IMAGES-NEXT: x.files_empty.ll
; IMAGES-NOT:  {{.+}}

; TABLES:     x.files.table
; TABLES-NOT: {{.+}}

; DG1:      [Code|Properties|Symbols]
; DG1-NEXT: images/x.files_0.ll|images/x.files_0.intel_gpu_dg1.prop.json|images/x.files_0.sym
; DG1-NEXT: images/x.files_empty.ll|images/x.files_1.intel_gpu_dg1.prop.json|images/x.files_1.sym
; DG1-NOT:  {{.+}}

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @kernel_b() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }

!0 = !{i32 6}
