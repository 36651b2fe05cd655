; A function that asks for local memory is inlined where a kernel reaches it from several places, also through others, so
; that each place has memory of its own; `noinline` is what clang writes without optimization. A kernel that calls one from
; one place goes on calling it.

; RUN: %opt -S -passes='sycl-front-end<linked>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='sycl-front-end<linked>,sycl-front-end<linked>' -verify-each %s | FileCheck %s

; CHECK-LABEL: @_ZTS1K(
; CHECK: call spir_func void @_Z5outerl(
; CHECK: store i64 4, ptr addrspace(3) @[[FIRST:group_local_memory(\.[0-9]+)?]], align 8
; CHECK-LABEL: define internal spir_func void @_Z5outerl(
; CHECK-NOT: @[[FIRST]],
; CHECK: store i64 %y, ptr addrspace(3) @group_local_memory{{(\.[0-9]+)?}}, align 8
; CHECK-LABEL: @_ZTS3One(
; CHECK: call spir_func void @_Z4oncev()

target triple = "spirv64-unknown-unknown"

declare spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64, i64)

define spir_kernel void @_ZTS1K(i64 %x) #0 {
  call spir_func void @_Z5outerl(i64 %x)
  call spir_func void @_Z6helperl(i64 4)
  ret void
}
define internal spir_func void @_Z5outerl(i64 %y) {
  call spir_func void @_Z6helperl(i64 %y)
  ret void
}
define internal spir_func void @_Z6helperl(i64 %z) noinline {
  %c = call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64 24, i64 8)
  store i64 %z, ptr addrspace(3) %c, align 8
  ret void
}
define spir_kernel void @_ZTS3One() #0 {
  call spir_func void @_Z4oncev()
  ret void
}
define internal spir_func void @_Z4oncev() {
  %c = call spir_func ptr addrspace(3) @__sycl_allocateLocalMemory(i64 16, i64 8)
  store i64 5, ptr addrspace(3) %c, align 8
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
