; Every kernel has a block of its own, aligned for its own accesses. Functions that are no kernels keep their pointers, and
; so do kernels of other targets and kernels that are only declared.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: @first_shared_mem = external addrspace(3) global [0 x i8], align 16
; CHECK: @second_shared_mem = external addrspace(3) global [0 x i8], align 4
; CHECK-NOT: shared_mem =

; CHECK: define ptx_kernel void @first(i32 %p.offset)
define ptx_kernel void @first(ptr addrspace(3) %p) {
  store <4 x i32> zeroinitializer, ptr addrspace(3) %p, align 16
  ret void
}
; CHECK: define void @function(ptr addrspace(3) %p)
define void @function(ptr addrspace(3) %p) {
  store i32 0, ptr addrspace(3) %p, align 4
  ret void
}
; CHECK: define ptx_kernel void @second(i32 %p.offset)
define ptx_kernel void @second(ptr addrspace(3) %p) {
  call void @function(ptr addrspace(3) %p)
  ret void
}
; CHECK: define amdgpu_kernel void @foreign(ptr addrspace(3) %p)
define amdgpu_kernel void @foreign(ptr addrspace(3) %p) {
  ret void
}
; CHECK: declare ptx_kernel void @declared(ptr addrspace(3))
declare ptx_kernel void @declared(ptr addrspace(3))
