; A run that is killed leaves only complete files, each old or new, and no table that lists both. A pipe in place of one
; output makes sure that the run is stopped halfway.

; RUN: rm -rf %t && mkdir %t %t/old %t/new %t/x
; RUN: sed s/CONSTANT/1/ %s > %t/old.ll && sed s/CONSTANT/2/ %s > %t/new.ll
; RUN: cd %t/old && %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;o=x.table>' ../old.ll
; RUN: cd %t/new && %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;o=x.table>' ../new.ll
; RUN: cd %t/x && %python %S/Inputs/kill-mid-run.py ../old ../new x.table \
; RUN:   %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;o=x.table>' ../new.ll | FileCheck %s
; RUN: cd %t/x && %python %S/Inputs/kill-mid-run.py ../old ../new x.table \
; RUN:   %opt -disable-output -passes='sycl-post-link<split=kernel;symbols;properties;jobs=2;o=x.table>' ../new.ll | FileCheck %s

; CHECK: killed 12 runs

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_b(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_c(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_d(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_e(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_f(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_g(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_h(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_i(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_j(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_k(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}
define spir_kernel void @kernel_l(ptr %p) #0 {
  store i32 CONSTANT, ptr %p
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
