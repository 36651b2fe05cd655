; Each set of virtual functions has its bodies in one image: a kernel that uses both sets is linked with both images, and
; may find each function once.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<source;S;o=%t/x.table>' %s
; RUN: FileCheck %s --check-prefix=B --input-file=%t/x_0.ll
; RUN: FileCheck %s --check-prefix=A --input-file=%t/x_1.ll
; RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t/x_2.ll

target triple = "spir64-unknown-unknown"

@vtable = linkonce_odr constant [2 x ptr] [ ptr @in_set_a, ptr @in_set_b ]

; A: define spir_func void @in_set_a(
; B: declare spir_func void @in_set_a(
; KERNEL: declare spir_func void @in_set_a(
define spir_func void @in_set_a(ptr %this) #1 {
  store ptr @vtable, ptr %this
  ret void
}
; A: declare spir_func void @in_set_b(
; B: define spir_func void @in_set_b(
; KERNEL: declare spir_func void @in_set_b(
define spir_func void @in_set_b(ptr %this) #2 {
  store ptr @vtable, ptr %this
  ret void
}
define spir_kernel void @kernel(ptr %object) #0 {
  store ptr @vtable, ptr %object
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" "calls-indirectly"="A,B" }
attributes #1 = { "sycl-module-id"="a.cpp" "indirectly-callable"="A" }
attributes #2 = { "sycl-module-id"="a.cpp" "indirectly-callable"="B" }
