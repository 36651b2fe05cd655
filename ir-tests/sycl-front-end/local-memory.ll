; Each call that asks for local memory has a variable of its own, in kernels and in functions that each kernel calls from
; one place. Before linking, functions may yet be inlined. A second run changes nothing.

; RUN: %opt -S -passes='sycl-front-end<linked>,sycl-front-end<linked>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='sycl-front-end' -verify-each %s | FileCheck %s --check-prefix=UNIT

; CHECK-DAG: @group_local_memory = internal addrspace(3) global [64 x i8] undef, align 4
; CHECK-DAG: @group_local_memory.1 = internal addrspace(3) global [64 x i8] undef, align 4
; CHECK-DAG: @group_local_memory.2 = internal addrspace(3) global [24 x i8] undef, align 8
; CHECK-NOT: __sycl_allocateLocalMemory
; CHECK-LABEL: @_ZTS5first(
; CHECK: store i32 1, ptr addrspace(3) @group_local_memory, align 4
; CHECK: store i32 2, ptr addrspace(3) @group_local_memory.1, align 4
; CHECK-LABEL: @_Z6helperv(
; CHECK: store i64 3, ptr addrspace(3) @group_local_memory.2, align 8
; UNIT-COUNT-3: call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(

target triple = "spirv64-unknown-unknown"

declare spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64, i64)

define spir_kernel void @_ZTS5first() #0 {
  %a = call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64 64, i64 4)
  %b = call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64 64, i64 4)
  store i32 1, ptr addrspace(3) %a, align 4
  store i32 2, ptr addrspace(3) %b, align 4
  call spir_func void @_Z6helperv()
  ret void
}
define spir_kernel void @_ZTS6second() #0 {
  call spir_func void @_Z6helperv()
  ret void
}
define internal spir_func void @_Z6helperv() {
  %c = call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64 24, i64 8)
  store i64 3, ptr addrspace(3) %c, align 8
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
