; Instructions that devices do not have are refused where a kernel reaches them: lists of arguments, `__float128`. Before
; optimization a branch may yet go. Stack memory whose size is known when a kernel runs is none of them.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -S -passes=sycl-front-end %s -o %t/out 2>&1 | FileCheck %s
; RUN: %opt -S -passes='sycl-front-end<keep-linkage>' %s -o %t/before
; RUN: not %opt -disable-output -passes='sycl-post-link<properties;o=%t/a.table>' %s 2>&1 | FileCheck %s
; RUN: not ls %t/out

; CHECK: error: a.cpp: kernel `K` computes with `__float128`, which devices do not have; expected `double`
; CHECK-NEXT: a.cpp: kernel `K` reads a list of arguments (`...`) in function `sum(int, ...)`, which devices do not have; expected a function template with a parameter pack
; CHECK-NOT: kernel

source_filename = "a.cpp"
target triple = "spirv64-unknown-unknown"
declare void @llvm.va_start.p0(ptr)
define spir_kernel void @_ZTS1K(i64 %size, double %number) #0 {
  %constant = alloca i32, i64 4
  %array = alloca i32, i64 %size
  %second = alloca i32, i64 %size
  store volatile i32 1, ptr %array
  %long = fpext double %number to fp128
  %sum = fadd fp128 %long, %long
  call spir_func void (i32, ...) @_Z3sumiz(i32 1, i32 2)
  ret void
}
define internal spir_func void @_Z3sumiz(i32 %n, ...) {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  ret void
}
define internal spir_func void @unused(i64 %size) {
  %array = alloca i32, i64 %size
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
