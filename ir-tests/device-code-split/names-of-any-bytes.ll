; RUN: rm -rf %t && split-file %s %t
; RUN: cd %t && %opt -disable-output -passes='device-code-split<kernel;S;o=kernels.table>' kernels.ll
; RUN: FileCheck %s --check-prefix=FIRST --input-file=%t/kernels_0.ll --implicit-check-not=FE
; RUN: FileCheck %s --check-prefix=SECOND --input-file=%t/kernels_1.ll --implicit-check-not=FF
; RUN: cd %t && %opt -disable-output -passes='device-code-split<source;symbols;properties;S;o=units.table>' units.ll
; RUN: ls %t | grep 'units_.*\.ll' | count 2
; RUN: not %opt -disable-output -passes='device-code-split<kernel;symbols;o=%t/error.table>' %t/kernels.ll 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: not %opt -disable-output -passes='device-code-split<kernel;properties;o=%t/error.table>' %t/kernels.ll 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: not %opt -disable-output -passes='device-code-split<kernel;properties;o=%t/error.table>' %t/global.ll 2>&1 | FileCheck %s --check-prefix=GLOBAL
; RUN: not ls %t/error.table

; Kernels and translation units are told apart by the bytes of their names. Symbol files and property sets hold UTF-8, so a
; name of other bytes is refused where it would be written.

;--- kernels.ll
target triple = "spir64-unknown-unknown"
; FIRST: define spir_kernel void @"k\FF"()
define spir_kernel void @"k\FF"() #0 {
  ret void
}
; SECOND: define spir_kernel void @"k\FE"()
define spir_kernel void @"k\FE"() #0 {
  ret void
}
; ERROR: error: name of `k\FF` is not UTF-8; expected UTF-8, as in symbol files and property sets
attributes #0 = { "sycl-module-id"="a.cpp" }

;--- units.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @one() #0 {
  call void @"helper\FF"()
  ret void
}
define spir_kernel void @two() #1 {
  ret void
}
define internal void @"helper\FF"() {
  ret void
}
attributes #0 = { "sycl-module-id"="\FF.cpp" }
attributes #1 = { "sycl-module-id"="\FE.cpp" }

;--- global.ll
target triple = "spir64-unknown-unknown"
@"g\C3" = addrspace(1) global i32 0 #1
define spir_kernel void @kernel() #0 {
  %v = load i32, ptr addrspace(1) @"g\C3"
  ret void
}
; GLOBAL: error: name of `g\C3` is not UTF-8
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="g" }
