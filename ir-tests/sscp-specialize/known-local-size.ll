; Claim B, known local memory: memory whose size launches would give is a variable of the size that is known, one for the module.

; RUN: %opt -S -passes='sscp-specialize<local-size=256>,sscp-specialize<local-size=256>' -verify-each %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: @__sycl_known_local_memory = internal addrspace(3) global [256 x i8] undef, align 128
; CHECK-NOT: declare
declare spir_func ptr addrspace(3) @__sycl_dynamicLocalMemoryPlaceholder(i64)
declare ptr @__acpp_sscp_get_dynamic_local_memory()

; CHECK: store i32 1, ptr addrspace(3) @__sycl_known_local_memory
; CHECK: store i32 2, ptr addrspacecast (ptr addrspace(3) @__sycl_known_local_memory to ptr)
define spir_kernel void @kernel() {
  %memory = call spir_func ptr addrspace(3) @__sycl_dynamicLocalMemoryPlaceholder(i64 4)
  store i32 1, ptr addrspace(3) %memory
  %flat = call ptr @__acpp_sscp_get_dynamic_local_memory()
  store i32 2, ptr %flat
  ret void
}
