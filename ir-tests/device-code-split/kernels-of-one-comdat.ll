; Two kernels of one comdat go to separate images, each with the comdat. A kernel that may be dropped when unused gets a
; linkage that keeps it.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;symbols;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=TWO --input-file=%t/x_0.ll --implicit-check-not=@one
; RUN: FileCheck %s --check-prefix=ONE --input-file=%t/x_1.ll --implicit-check-not=@two

target triple = "spir64-unknown-unknown"

; ONE: $group = comdat any
; TWO: $group = comdat any
$group = comdat any

; ONE: define weak_odr spir_kernel void @one() {{.*}}comdat($group)
define linkonce_odr spir_kernel void @one() #0 comdat($group) {
  ret void
}
; TWO: define weak_odr spir_kernel void @two() {{.*}}comdat($group)
define weak_odr spir_kernel void @two() #0 comdat($group) {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
