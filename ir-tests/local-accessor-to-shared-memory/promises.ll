; Blocks and hosts guarantee an alignment of at most 128. Larger alignments of a local pointer are reduced to 128
; wherever it is used.

; RUN: %opt -S -passes=local-accessor-to-shared-memory -verify-each %s | FileCheck %s --implicit-check-not='align 256' --implicit-check-not='i64 256'

target triple = "nvptx64-nvidia-cuda"

declare void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) nocapture, ptr addrspace(3) nocapture, i64, i1 immarg)
declare void @unknown(ptr addrspace(3) align 256)
declare void @llvm.assume(i1)

; CHECK-DAG: @kernel_shared_mem = external addrspace(3) global [0 x i8], align 128

; CHECK: define ptx_kernel void @kernel(i32 %l.offset, ptr addrspace(1) %out)
; CHECK: load <64 x i32>, ptr addrspace(3) %l, align 128
; CHECK: store i8 0, ptr addrspace(3) %l, align 128
; CHECK: atomicrmw add ptr addrspace(3) %l, i32 1 monotonic, align 128
; CHECK: cmpxchg ptr addrspace(3) %l, i32 0, i32 1 monotonic monotonic, align 128
; CHECK: load i64, ptr %cast, align 128
; CHECK: store i8 1, ptr addrspace(3) %again, align 128
; CHECK: load i16, ptr addrspace(3) %back, align 128
; CHECK: load float, ptr addrspace(3) %taken, align 128
; CHECK: @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 512 %out, ptr addrspace(3) align 128 %l
; CHECK: call void @unknown(ptr addrspace(3) align 128 %l)
; CHECK: [ "align"(ptr addrspace(3) %l, i64 128) ]
; CHECK: load i32, ptr addrspace(1) %out, align 512
define ptx_kernel void @kernel(ptr addrspace(3) align 256 %l, ptr addrspace(1) %out) {
  %slot = alloca ptr addrspace(3)
  %a = load <64 x i32>, ptr addrspace(3) %l, align 256
  store i8 0, ptr addrspace(3) %l, align 256
  %b = atomicrmw add ptr addrspace(3) %l, i32 1 monotonic, align 256
  %c = cmpxchg ptr addrspace(3) %l, i32 0, i32 1 monotonic monotonic, align 256
  %cast = addrspacecast ptr addrspace(3) %l to ptr
  %d = load i64, ptr %cast, align 256
  store ptr addrspace(3) %l, ptr %slot
  %again = load ptr addrspace(3), ptr %slot
  store i8 1, ptr addrspace(3) %again, align 256
  %back = call ptr addrspace(3) @same(ptr addrspace(3) align 256 %l)
  %e = load i16, ptr addrspace(3) %back, align 256
  %struct = insertvalue { i32, ptr addrspace(3) } undef, ptr addrspace(3) %l, 1
  %taken = extractvalue { i32, ptr addrspace(3) } %struct, 1
  %f = load float, ptr addrspace(3) %taken, align 256
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 512 %out, ptr addrspace(3) align 256 %l, i64 64, i1 false)
  call void @unknown(ptr addrspace(3) align 256 %l)
  call void @llvm.assume(i1 true) [ "align"(ptr addrspace(3) %l, i64 256) ]
  %g = load i32, ptr addrspace(1) %out, align 512
  ret void
}
; CHECK: define internal ptr addrspace(3) @same(ptr addrspace(3) align 128 %p)
; CHECK-NEXT: load double, ptr addrspace(3) %p, align 128
define internal ptr addrspace(3) @same(ptr addrspace(3) align 256 %p) {
  %v = load double, ptr addrspace(3) %p, align 256
  ret ptr addrspace(3) %p
}
