; Both back ends accept the result: the block is the dynamic memory of the launch, so the kernels have no local memory
; of their own.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -passes=local-accessor-to-shared-memory -verify-each %s -o %t/nvptx.bc
; RUN: %llc -mcpu=sm_70 %t/nvptx.bc -o - | FileCheck %s --check-prefix=PTX
; RUN: %llc -mcpu=sm_90 %t/nvptx.bc -o - | FileCheck %s --check-prefix=PTX
; RUN: sed -e 's/nvptx64-nvidia-cuda/amdgcn-amd-amdhsa/; s/ptx_kernel/amdgpu_kernel/' %s | %opt -passes=local-accessor-to-shared-memory -verify-each -o %t/amdgpu.bc
; RUN: %llc -mcpu=gfx90a -filetype=obj %t/amdgpu.bc -o %t/gfx90a.o
; RUN: %llc -mcpu=gfx1100 -filetype=obj %t/amdgpu.bc -o %t/gfx1100.o
; RUN: %llc -mcpu=gfx90a %t/amdgpu.bc -o - | FileCheck %s --check-prefix=GCN

; PTX: .extern .shared .align 8 .b8 kernel_shared_mem[];
; PTX: .entry kernel(
; PTX-NEXT: .param .u64 {{.*}}kernel_param_0,
; PTX-NEXT: .param .u32 kernel_param_1,
; PTX-NEXT: .param .u32 kernel_param_2
; PTX: mov.{{[bu]}}64 {{.*}}, kernel_shared_mem;

; GCN: .amdhsa_group_segment_fixed_size 0
; GCN: .value_kind: by_value
; GCN: .value_kind: by_value

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(3) %a, ptr addrspace(3) %b) {
  %x = load i32, ptr addrspace(3) %a, align 4
  %wide = zext i32 %x to i64
  %y = load i64, ptr addrspace(3) %b, align 8
  %sum = add i64 %wide, %y
  store i64 %sum, ptr addrspace(1) %out, align 8
  ret void
}
