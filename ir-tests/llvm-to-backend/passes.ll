; The user's pipeline takes the place of default<O3>, which would remove the first store; several texts are joined with commas. It knows the target: without the
; back end LLVM would not find the address space of the load again.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;libclc=off;passes=sroa;passes=infer-address-spaces>' %s | FileCheck %s
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;libclc=off;passes=sroa>' %s | FileCheck %s --check-prefix=WITHOUT

; CHECK:     load i32, ptr addrspace(1)
; CHECK:     store i32 %value
; CHECK:     store i32 3
; WITHOUT:   load i32, ptr %

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %three = add i32 1, 2
  %generic = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %value = load i32, ptr addrspace(4) %generic
  store i32 %value, ptr addrspace(1) %q
  store i32 %three, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
