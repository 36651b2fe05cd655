; A program that uses the bfloat16 device library gets its two variants as additional images; other programs do not.

; RUN: rm -rf %t && split-file %s %t && mkdir %t/lib
; RUN: %llvm_bin/llvm-as %t/library.ll -o %t/lib/libsycl-fallback-bfloat16.bc
; RUN: cp %t/lib/libsycl-fallback-bfloat16.bc %t/lib/libsycl-native-bfloat16.bc
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;symbols;device-lib-dir=%t/lib;o=%t/x.table>' %t/uses.ll
; RUN: FileCheck %s --check-prefix=TABLE --input-file=%t/x.table
; RUN: %props %t/x_1.prop | FileCheck %s --check-prefix=FALLBACK --match-full-lines
; RUN: %props %t/x_2.prop | FileCheck %s --check-prefix=NATIVE --match-full-lines
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;device-lib-dir=%t/lib;o=%t/without.table>' %t/without.ll
; RUN: FileCheck %s --check-prefix=WITHOUT --input-file=%t/without.table
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;device-lib-dir=%t/none;o=%t/z.table>' %t/uses.ll 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: not ls %t/z.table %t/z_0.bc

; TABLE:      [Code|Properties|Symbols]
; TABLE-NEXT: {{.*}}/x_0.bc
; TABLE-NEXT: {{.*}}/x_1.bc
; TABLE-NEXT: {{.*}}/x_2.bc
; TABLE-NOT:  x_3
; FALLBACK:      [SYCL/device requirements]
; FALLBACK:      [SYCL/exported symbols]
; FALLBACK-NEXT: __devicelib_ConvertFToBF16INTEL = 1
; FALLBACK-NEXT: [SYCL/devicelib metadata]
; FALLBACK-NEXT: bfloat16 = 0
; NATIVE:        bfloat16 = 1
; WITHOUT:     without_0.bc
; WITHOUT-NOT: without_1.bc
; MISSING: error: failed to load bfloat16 device library modules: `{{.*}}none/libsycl-fallback-bfloat16.bc`: No such file or directory

;--- library.ll
target triple = "spir64-unknown-unknown"
define spir_func i16 @__devicelib_ConvertFToBF16INTEL(ptr addrspace(4) %value) {
  ret i16 0
}
define spir_func void @helper() {
  ret void
}
;--- uses.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @kernel(ptr addrspace(4) %value) {
  %converted = call spir_func i16 @__devicelib_ConvertFToBF16INTEL(ptr addrspace(4) %value)
  ret void
}
declare spir_func i16 @__devicelib_ConvertFToBF16INTEL(ptr addrspace(4))
;--- without.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @kernel() {
  ret void
}
