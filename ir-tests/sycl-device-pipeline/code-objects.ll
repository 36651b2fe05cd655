; Code objects link: nothing refers to shared memory by name.

; REQUIRES: lld
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn:gfx90a>' -verify-each %s | %llc -mcpu=gfx90a -filetype=obj -o %t.gfx90a.o
; RUN: %llvm_bin/ld.lld -shared %t.gfx90a.o -o %t.gfx90a.co
; RUN: %llvm_bin/llvm-readelf --notes --dyn-syms %t.gfx90a.co | FileCheck %s
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn:gfx1100>' -verify-each %s | %llc -mcpu=gfx1100 -filetype=obj -o %t.gfx1100.o
; RUN: %llvm_bin/ld.lld -shared %t.gfx1100.o -o %t.gfx1100.co
; RUN: %llvm_bin/llvm-readelf --notes --dyn-syms %t.gfx1100.co | FileCheck %s

; CHECK-DAG: PROTECTED {{.*}} kernel.kd
; CHECK-DAG: PROTECTED {{.*}} kernel_with_offset.kd
; CHECK-DAG: .group_segment_fixed_size: 0
; CHECK-NOT: UND {{.+}}

target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5"
target triple = "amdgcn-amd-amdhsa"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

define internal void @helper(ptr addrspace(3) %p) noinline {
  %x = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 1)
  store i64 %x, ptr addrspace(3) %p, align 8
  ret void
}
define protected amdgpu_kernel void @kernel(ptr addrspace(3) %scratch) {
  call void @helper(ptr addrspace(3) %scratch)
  ret void
}
