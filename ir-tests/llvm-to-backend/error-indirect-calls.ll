; A call through a pointer is refused if no function's address is taken. Images of the splitting passes may import
; functions from others, so their kernels are not refused, nor are virtual functions of DPC++.

; REQUIRES: llvm-at-least-22
; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90>' %s 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='llvm-to-backend<target=host>' %s 2>&1 | FileCheck %s
; RUN: sed 's/constant ptr @nothing/constant ptr @taken/' %s | %opt -disable-output -passes='llvm-to-backend<target=host>'
; RUN: sed 's/"other"/"virtual-call"/' %s | %opt -disable-output -passes='llvm-to-backend<target=host>'
; RUN: %opt -S -passes=sycl-front-end %s -o %t/unit
; RUN: %opt -disable-output -passes='sycl-post-link<properties;o=%t/a.table>' %s

; CHECK: error: a.cpp: kernel `K` calls a function through a pointer, or a virtual function, and no function of device code has an address that the pointer could hold: those of the host are no use on a device; expected a direct call, a function object or a parameter of a template

source_filename = "a.cpp"
target triple = "spirv64-unknown-unknown"
@table = internal addrspace(1) constant ptr @nothing
@nothing = internal constant i32 3
define spir_kernel void @_ZTS1K(ptr %f) #0 {
  call spir_func void %f() "other"
  ret void
}
define spir_func void @taken() {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
