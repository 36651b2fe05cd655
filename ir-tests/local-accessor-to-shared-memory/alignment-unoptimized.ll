; Unoptimized code keeps parameters in stack slots, which are followed unless the address of the slot escapes.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @slot_shared_mem = {{.*}}, align 16
define ptx_kernel void @slot(ptr addrspace(3) %p) {
entry:
  %p.addr = alloca ptr addrspace(3), align 8
  store ptr addrspace(3) %p, ptr %p.addr, align 8
  %0 = load ptr addrspace(3), ptr %p.addr, align 8
  store i8 0, ptr addrspace(3) %0, align 1
  %1 = load ptr addrspace(3), ptr %p.addr, align 8
  %place = getelementptr i128, ptr addrspace(3) %1, i32 2
  store i128 0, ptr addrspace(3) %place, align 16
  ret void
}
; CHECK-DAG: @given_shared_mem = {{.*}}, align 128
define ptx_kernel void @given(ptr addrspace(3) %p) {
  %p.addr = alloca ptr addrspace(3), align 8
  store ptr addrspace(3) %p, ptr %p.addr, align 8
  call void @unknown(ptr %p.addr)
  ret void
}

declare void @unknown(ptr)
