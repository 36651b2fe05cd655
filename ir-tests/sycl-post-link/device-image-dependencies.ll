; With dependencies between images, a SYCL_EXTERNAL function is imported from the image that exports it instead of being
; copied. Undefined functions are imported too, without a warning.
;
;   kernel --> external --> behind_external
;          --> elsewhere

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;symbols;S;allow-device-image-dependencies;emit-exported-symbols;emit-imported-symbols;o=%t/x.table>' %s 2> %t/messages
; RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t/x_0.ll --implicit-check-not=@behind_external
; RUN: %props %t/x_0.prop | FileCheck %s --check-prefix=KERNEL-PROPS --match-full-lines
; RUN: FileCheck %s --check-prefix=EXTERNAL --input-file=%t/x_1.ll --implicit-check-not=@kernel
; RUN: %props %t/x_1.prop | FileCheck %s --check-prefix=EXTERNAL-PROPS --match-full-lines
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=MESSAGES --allow-empty --input-file=%t/messages

; KERNEL-PROPS:        [SYCL/imported symbols]
; KERNEL-PROPS-DAG:    external = 1
; KERNEL-PROPS-DAG:    elsewhere = 1
; EXTERNAL-PROPS:      [SYCL/exported symbols]
; EXTERNAL-PROPS-NEXT: external = 1
; MESSAGES-NOT: Undefined function

target triple = "spir64-unknown-unknown"

; KERNEL: define spir_kernel void @kernel()
define spir_kernel void @kernel() #0 {
  call spir_func void @external()
  call spir_func void @elsewhere()
  ret void
}
; KERNEL: declare spir_func void @external()
; EXTERNAL: define spir_func void @external()
define spir_func void @external() #0 {
  call spir_func void @behind_external()
  ret void
}
; EXTERNAL: define internal spir_func void @behind_external()
define linkonce_odr spir_func void @behind_external() {
  ret void
}
; KERNEL: declare spir_func void @elsewhere()
declare spir_func void @elsewhere()

attributes #0 = { "sycl-module-id"="a.cpp" }
