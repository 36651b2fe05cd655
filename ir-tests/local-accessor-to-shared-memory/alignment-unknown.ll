; If a pointer cannot be followed, the block is aligned for every type.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@place = addrspace(1) global ptr addrspace(3) null

; CHECK-DAG: @stored_shared_mem = {{.*}}, align 128
define ptx_kernel void @stored(ptr addrspace(3) %p) {
  store ptr addrspace(3) %p, ptr addrspace(1) @place, align 8
  ret void
}
; CHECK-DAG: @number_shared_mem = {{.*}}, align 128
define ptx_kernel void @number(ptr addrspace(3) %p, ptr addrspace(1) %out) {
  %n = ptrtoint ptr addrspace(3) %p to i64
  store i64 %n, ptr addrspace(1) %out
  ret void
}
; CHECK-DAG: @external_shared_mem = {{.*}}, align 128
define ptx_kernel void @external(ptr addrspace(3) %p) {
  call void @unknown(ptr addrspace(3) %p)
  ret void
}
; CHECK-DAG: @indirect_shared_mem = {{.*}}, align 128
define ptx_kernel void @indirect(ptr addrspace(3) %p, ptr %f) {
  call void %f(ptr addrspace(3) %p)
  ret void
}
; CHECK-DAG: @returned_shared_mem = {{.*}}, align 128
define ptx_kernel void @returned(ptr addrspace(3) %p) {
  %q = call ptr addrspace(3) @same(ptr addrspace(3) %p)
  ret void
}
; CHECK-DAG: @assumed_shared_mem = {{.*}}, align 128
define ptx_kernel void @assumed(ptr addrspace(3) %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr addrspace(3) %p, i64 64) ]
  ret void
}
; CHECK-DAG: @exchanged_shared_mem = {{.*}}, align 128
define ptx_kernel void @exchanged(ptr addrspace(3) %p) {
  %old = atomicrmw xchg ptr addrspace(1) @place, ptr addrspace(3) %p monotonic, align 8
  ret void
}

declare void @unknown(ptr addrspace(3))
declare void @llvm.assume(i1)
define ptr addrspace(3) @same(ptr addrspace(3) %p) {
  ret ptr addrspace(3) %p
}
