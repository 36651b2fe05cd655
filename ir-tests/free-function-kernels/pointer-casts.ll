; Clang gives a `device_kernel` its pointers to global memory through memory; without that, they are cast through integers.
; In the kernel, such a pair is a cast between address spaces; a cast of part of an address is not.

; RUN: %opt -S -passes=free-function-kernels -verify-each %s | FileCheck %s

target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

@.text = private constant [19 x i8] c"sycl-free-function\00"
@.task = private constant [19 x i8] c"single_task_kernel\00"
@.args = private constant { ptr } { ptr @.task }
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @kernel, ptr @.text, ptr null, i32 0, ptr @.args }
], section "llvm.metadata"

; CHECK: define spir_kernel void @__sycl_kernel_kernel(ptr addrspace(1) %p, ptr addrspace(1) %q)
; CHECK-NEXT: %generic = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
; CHECK-NEXT: store i32 1, ptr addrspace(4) %generic
; CHECK-NEXT: store i32 2, ptr addrspace(1) %q
; CHECK-NEXT: %part = ptrtoint ptr addrspace(1) %p to i32
; CHECK-NEXT: %cut = inttoptr i32 %part to ptr addrspace(4)
; CHECK-NEXT: store i32 3, ptr addrspace(4) %cut
; CHECK-NEXT: %shown = ptrtoint ptr addrspace(1) %q to i64
; CHECK-NEXT: store i64 %shown, ptr addrspace(1) %p
; CHECK-NEXT: ret void
define spir_kernel void @kernel(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %integer = ptrtoint ptr addrspace(1) %p to i64
  %generic = inttoptr i64 %integer to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %generic
  %there = ptrtoint ptr addrspace(1) %q to i64
  %back = inttoptr i64 %there to ptr addrspace(1)
  store i32 2, ptr addrspace(1) %back
  %part = ptrtoint ptr addrspace(1) %p to i32
  %cut = inttoptr i32 %part to ptr addrspace(4)
  store i32 3, ptr addrspace(4) %cut
  %shown = ptrtoint ptr addrspace(1) %q to i64
  store i64 %shown, ptr addrspace(1) %p
  ret void
}
; No annotation makes this a free function kernel.
; CHECK: define spir_kernel void @other(ptr addrspace(1) %p)
; CHECK-NEXT: ptrtoint
define spir_kernel void @other(ptr addrspace(1) %p) {
  %integer = ptrtoint ptr addrspace(1) %p to i64
  %generic = inttoptr i64 %integer to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %generic
  ret void
}
