; The block has the largest alignment that any access through any local parameter promises: loads, stores, atomics, copies
; and the parameter itself, through address arithmetic, casts, selects and loops; at least 4, at most 128.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: @bytes_shared_mem = {{.*}}, align 4
define ptx_kernel void @bytes(ptr addrspace(3) %p) {
  store i8 0, ptr addrspace(3) %p, align 1
  ret void
}
; CHECK-DAG: @loads_shared_mem = {{.*}}, align 16
define ptx_kernel void @loads(ptr addrspace(3) %p, ptr addrspace(3) %q, i32 %i) {
  %small = load i32, ptr addrspace(3) %q, align 4
  %place = getelementptr <2 x i64>, ptr addrspace(3) %p, i32 %i
  %large = load <2 x i64>, ptr addrspace(3) %place, align 16
  ret void
}
; CHECK-DAG: @exchange_shared_mem = {{.*}}, align 8
define ptx_kernel void @exchange(ptr addrspace(3) %p) {
  %old = cmpxchg ptr addrspace(3) %p, i64 0, i64 1 monotonic monotonic, align 8
  ret void
}
; CHECK-DAG: @add_shared_mem = {{.*}}, align 8
define ptx_kernel void @add(ptr addrspace(3) %p) {
  %old = atomicrmw add ptr addrspace(3) %p, i64 1 monotonic, align 8
  ret void
}
; CHECK-DAG: @copies_shared_mem = {{.*}}, align 32
define ptx_kernel void @copies(ptr addrspace(3) %p, ptr addrspace(1) %out) {
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 64 %out, ptr addrspace(3) align 32 %p, i64 64, i1 false)
  ret void
}
; CHECK-DAG: @promised_shared_mem = {{.*}}, align 64
define ptx_kernel void @promised(ptr addrspace(3) align 64 %p) {
  ret void
}
; CHECK-DAG: @generic_shared_mem = {{.*}}, align 16
define ptx_kernel void @generic(ptr addrspace(3) %p) {
  %cast = addrspacecast ptr addrspace(3) %p to ptr
  store i128 0, ptr %cast, align 16
  ret void
}
; CHECK-DAG: @loop_shared_mem = {{.*}}, align 8
define ptx_kernel void @loop(ptr addrspace(3) %p, ptr addrspace(3) %q, i1 %flag) {
entry:
  %chosen = select i1 %flag, ptr addrspace(3) %p, ptr addrspace(3) %q
  br label %body
body:
  %place = phi ptr addrspace(3) [ %chosen, %entry ], [ %next, %body ]
  store i64 0, ptr addrspace(3) %place, align 8
  %next = getelementptr i64, ptr addrspace(3) %place, i32 1
  %more = icmp ne ptr addrspace(3) %next, %q
  br i1 %more, label %body, label %end
end:
  ret void
}
; CHECK-DAG: @huge_shared_mem = {{.*}}, align 128
define ptx_kernel void @huge(ptr addrspace(3) %p) {
  store i8 0, ptr addrspace(3) %p, align 4096
  ret void
}
; CHECK-DAG: @unused_shared_mem = {{.*}}, align 4
define ptx_kernel void @unused(ptr addrspace(3) %p) {
  ret void
}

declare void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) nocapture, ptr addrspace(3) nocapture, i64, i1 immarg)
