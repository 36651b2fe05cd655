; Images are named after the first table, without its last extension, and are placed beside it or in the given
; directory. Every requested table is written.

; RUN: rm -rf %t && mkdir %t %t/images %t/other
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;o=%t/x.files.table;out-dir=%t/images;o=%t/other/y.table>' %s
; RUN: ls %t/images | FileCheck %s --match-full-lines --check-prefix=IMAGES
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x.files.table
; RUN: diff %t/x.files.table %t/other/y.table
; RUN: opt -disable-output -passes=verify %t/images/x.files_0.bc

; IMAGES:      x.files_0.bc
; IMAGES-NEXT: x.files_0.prop
; IMAGES-NEXT: x.files_0.sym
; IMAGES-NEXT: x.files_1.bc
; IMAGES-NEXT: x.files_1.prop
; IMAGES-NEXT: x.files_1.sym
; IMAGES-NOT:  {{.+}}

; TABLE:      [Code|Properties|Symbols]
; TABLE-NEXT: {{.*}}/images/x.files_0.bc|{{.*}}/images/x.files_0.prop|{{.*}}/images/x.files_0.sym
; TABLE-NEXT: {{.*}}/images/x.files_1.bc|{{.*}}/images/x.files_1.prop|{{.*}}/images/x.files_1.sym
; TABLE-NOT:  {{.+}}

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 {
  ret void
}
define spir_kernel void @kernel_b() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
