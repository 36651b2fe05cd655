; Accesses say how they are aligned, so that LLVM's back end makes one of neighbouring ones: in local memory, of which
; accessors say that they are multiples of 16 bytes, and through pointers that a variant knows to be. A pipeline of the
; user's own and -O0 are left as they are.

; REQUIRES: llvm-22
; RUN: %opt -passes='llvm-to-backend<target=nvptx64:sm_90;libclc=off;distinct-memory>' %s -o %t.bc
; RUN: %llc -O3 -mcpu=sm_90 %t.bc -o - | FileCheck %s
; RUN: %opt -S -passes='llvm-to-backend<target=nvptx64:sm_90;libclc=off;passes=default<O0>>' %s | FileCheck %s --check-prefix=O0

; CHECK-LABEL: .entry kernel(
; CHECK:       ld.global.b32
; CHECK:       ld.global.b32
; CHECK:       st.shared.v2.b32
; CHECK-LABEL: .entry kernel_distinct(
; CHECK:       ld.global.nc.v2.b32
; CHECK:       st.shared.v2.b32
; CHECK:       st.global.v2.b32

; O0-NOT: align 16{{$}}
; O0-NOT: align 8, !tbaa

target triple = "spirv64-unknown-unknown"

declare spir_func ptr addrspace(3) @__acpp_sscp_get_dynamic_local_memory()

define spir_kernel void @kernel(ptr addrspace(1) %from, ptr addrspace(1) %to, i32 %offset) #0 {
  %memory = call spir_func ptr addrspace(3) @__acpp_sscp_get_dynamic_local_memory()
  %aligned = and i32 %offset, -16
  %bytes = zext i32 %aligned to i64
  %local = getelementptr i8, ptr addrspace(3) %memory, i64 %bytes
  %generic = addrspacecast ptr addrspace(3) %local to ptr addrspace(4)
  %a = load float, ptr addrspace(1) %from, align 4
  %second = getelementptr float, ptr addrspace(1) %from, i64 1
  %b = load float, ptr addrspace(1) %second, align 4
  store float %a, ptr addrspace(4) %generic, align 4
  %next = getelementptr float, ptr addrspace(4) %generic, i64 1
  store float %b, ptr addrspace(4) %next, align 4
  store float %b, ptr addrspace(1) %to, align 4
  %behind = getelementptr float, ptr addrspace(1) %to, i64 1
  store float %a, ptr addrspace(1) %behind, align 4
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
