; Accesses count wherever the pointer is passed to, also in a circle:
;
;   direct -> leaf (8)       deep -> middle -> leaf (8)       circle -> even <-> odd -> wide (16)

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @direct_shared_mem = {{.*}}, align 8
define ptx_kernel void @direct(ptr addrspace(3) %p) {
  call void @leaf(i32 0, ptr addrspace(3) %p)
  ret void
}
; CHECK-DAG: @deep_shared_mem = {{.*}}, align 8
define ptx_kernel void @deep(ptr addrspace(3) %p) {
  call void @middle(ptr addrspace(3) %p)
  ret void
}
; CHECK-DAG: @circle_shared_mem = {{.*}}, align 16
define ptx_kernel void @circle(ptr addrspace(3) %p) {
  call void @even(ptr addrspace(3) %p, i32 9)
  ret void
}
; Only the first parameter of @two gets anywhere.
; CHECK-DAG: @other_shared_mem = {{.*}}, align 4
define ptx_kernel void @other(ptr addrspace(3) %p) {
  call void @two(ptr addrspace(3) null, ptr addrspace(3) %p)
  ret void
}

define void @leaf(i32 %n, ptr addrspace(3) %p) {
  store i64 0, ptr addrspace(3) %p, align 8
  ret void
}
define void @middle(ptr addrspace(3) %p) {
  %place = getelementptr i8, ptr addrspace(3) %p, i32 64
  call void @leaf(i32 1, ptr addrspace(3) %place)
  ret void
}
define void @even(ptr addrspace(3) %p, i32 %n) {
  call void @odd(ptr addrspace(3) %p, i32 %n)
  ret void
}
define void @odd(ptr addrspace(3) %p, i32 %n) {
  call void @even(ptr addrspace(3) %p, i32 %n)
  call void @wide(ptr addrspace(3) %p)
  ret void
}
define void @wide(ptr addrspace(3) %p) {
  store <4 x float> zeroinitializer, ptr addrspace(3) %p, align 16
  ret void
}
define void @two(ptr addrspace(3) %p, ptr addrspace(3) %q) {
  store i64 0, ptr addrspace(3) %p, align 8
  store i16 0, ptr addrspace(3) %q, align 2
  ret void
}
