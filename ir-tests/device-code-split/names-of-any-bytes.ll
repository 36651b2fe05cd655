; Kernels and translation units are distinguished by the bytes of their names. Symbol files and property sets hold
; UTF-8, so a name with other bytes is rejected where it would be written.

; RUN: rm -rf %t && split-file %s %t
; RUN: cd %t && %opt -disable-output -passes='device-code-split<kernel;S;o=kernels.table>' kernels.ll
; RUN: FileCheck %s --check-prefix=FIRST --input-file=%t/kernels_0.ll --implicit-check-not=FE
; RUN: FileCheck %s --check-prefix=SECOND --input-file=%t/kernels_1.ll --implicit-check-not=FF
; RUN: cd %t && %opt -disable-output -passes='device-code-split<source;symbols;properties;S;o=units.table>' units.ll
; RUN: ls %t | grep 'units_.*\.ll' | count 2
; RUN: not %opt -disable-output -passes='device-code-split<kernel;symbols;o=%t/error.table>' %t/kernels.ll 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: not %opt -disable-output -passes='device-code-split<kernel;properties;o=%t/error.table>' %t/kernels.ll 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: not %opt -disable-output -passes='device-code-split<kernel;properties;o=%t/error.table>' %t/global.ll 2>&1 | FileCheck %s --check-prefix=GLOBAL
; RUN: not %opt -disable-output -passes='device-code-split<kernel;properties;o=%t/error.table>' %t/identity.ll 2>&1 | FileCheck %s --check-prefix=IDENTITY
; RUN: not %opt -disable-output -passes='device-code-split<kernel;properties;o=%t/error.table>' %t/set.ll 2>&1 | FileCheck %s --check-prefix=SET
; RUN: not %opt -disable-output -passes='device-code-split<kernel;properties;o=%t/error.table>' %t/matrix.ll 2>&1 | FileCheck %s --check-prefix=MATRIX
; RUN: not ls %t/error.table

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

;--- identity.ll
target triple = "spir64-unknown-unknown"
@global = addrspace(1) global i32 0 #1
define spir_kernel void @kernel() #0 {
  %v = load i32, ptr addrspace(1) @global
  ret void
}
; IDENTITY: error: attribute "sycl-unique-id" of `global` is "g\C3", which is not UTF-8; expected UTF-8, as in property sets
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="g\C3" }

;--- set.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @kernel() #0 {
  ret void
}
; SET: error: attribute "calls-indirectly" of `kernel` is "set\C3", which is not UTF-8
attributes #0 = { "sycl-module-id"="a.cpp" "calls-indirectly"="set\C3" }

;--- matrix.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @kernel() #0 !sycl_joint_matrix !0 {
  ret void
}
; MATRIX: error: {{.*}}sycl_joint_matrix{{.*}}the string "m\C3", which is not UTF-8
attributes #0 = { "sycl-module-id"="a.cpp" }
!0 = !{!"m\C3"}
