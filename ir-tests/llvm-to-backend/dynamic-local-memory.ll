; SPIR-V has no local memory whose size launches give: it has 16 KiB, or as many bytes as the parameter `local-size` says.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='llvm-to-backend<target=spirv64>' -verify-each %s | FileCheck %s -DBYTES=16384
; RUN: %opt -S -passes='llvm-to-backend<target=spirv64;local-size=40000>' -verify-each %s | FileCheck %s -DBYTES=40000

; CHECK: @[[MEMORY:.+]] = internal addrspace(3) global {{.*}}[[[BYTES]] x i8]
; CHECK: getelementptr{{.*}} ptr addrspace(3) @[[MEMORY]]

target triple = "spir64-unknown-unknown"

declare spir_func ptr addrspace(3) @__acpp_sscp_get_dynamic_local_memory()

define spir_kernel void @kernel(i64 %i) {
  %memory = call spir_func ptr addrspace(3) @__acpp_sscp_get_dynamic_local_memory()
  %byte = getelementptr i8, ptr addrspace(3) %memory, i64 %i
  store volatile i8 1, ptr addrspace(3) %byte
  ret void
}
