; A variable of the host that is not constant is an error for every target, before dead code is looked for, which would
; take it for a constant. One that is set is a constant; OpenCL C has such variables.

; REQUIRES: llvm-at-least-22
; RUN: not %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90>' %s 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='llvm-to-backend<target=amdgcn:gfx90a>' %s 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='llvm-to-backend<target=spirv64>' %s 2>&1 | FileCheck %s
; RUN: not %opt -S -passes='llvm-to-backend<target=host>' %s 2>&1 | FileCheck %s
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;set=counter=3>' %s | FileCheck %s --check-prefix=SET
; RUN: sed 's/_ZTS1K/kernel_k/' %s | %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90>' | FileCheck %s --check-prefix=OPENCL

; CHECK: error: a.cpp: kernel `K` uses the variable `counter`, which is the host's and not constant,
; SET: store i32 3,
; OPENCL: store i32 5,

source_filename = "a.cpp"
target triple = "spirv64-unknown-unknown"

@counter = internal addrspace(1) global i32 5

define spir_kernel void @_ZTS1K(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) @counter
  store i32 %v, ptr addrspace(1) %p
  ret void
}
