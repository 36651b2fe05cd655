; Both back ends accept the result: the offset is twelve bytes, passed by value after the kernel's own parameters.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -passes=global-offset -verify-each %s -o %t/nvptx.bc
; RUN: %llc -mcpu=sm_70 %t/nvptx.bc -o - | FileCheck %s --check-prefix=PTX
; RUN: %llc -mcpu=sm_90 %t/nvptx.bc -o - | FileCheck %s --check-prefix=PTX
; RUN: sed -e 's/^target datalayout.*/target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-A5"/; s/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/; s/ptx_kernel/amdgpu_kernel/' %s > %t/amdgpu.ll
; RUN: %opt -passes=global-offset -verify-each %t/amdgpu.ll -o %t/amdgpu.bc
; RUN: %llc -mcpu=gfx90a -filetype=obj %t/amdgpu.bc -o %t/gfx90a.o
; RUN: %llc -mcpu=gfx1100 -filetype=obj %t/amdgpu.bc -o %t/gfx1100.o
; RUN: %llc -mcpu=gfx90a %t/amdgpu.bc -o - | FileCheck %s --check-prefix=GCN

; PTX: .entry kernel(
; PTX-NEXT: .param .u64 {{.*}}kernel_param_0
; PTX-NEXT: )
; PTX: .entry kernel_with_offset(
; PTX-NEXT: .param .u64 {{.*}}kernel_with_offset_param_0,
; PTX-NEXT: .param .align 4 .b8 kernel_with_offset_param_1[12]
; PTX-NEXT: )

; GCN: .args:
; GCN: .name: out
; GCN: .name: kernel{{$}}
; GCN: .args:
; GCN: .name: out
; GCN: .name: offset
; GCN-NEXT: .offset: 8
; GCN-NEXT: .size: 12
; GCN-NEXT: .value_kind: by_value
; GCN: .name: kernel_with_offset

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)

define internal i64 @helper(i32 %d) noinline {
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 %d)
  ret i64 %o
}
define ptx_kernel void @kernel(ptr addrspace(1) %out) {
  %x = tail call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  %y = tail call i64 @helper(i32 1)
  %sum = add i64 %x, %y
  store i64 %sum, ptr addrspace(1) %out, align 8
  ret void
}
