; The back end drops functions that ask for a sub-group size their processor lacks. No kernel is lost, and kernels that
; require no size use the size of the others.

; REQUIRES: llvm-at-least-22
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn:gfx803>' %s 2>/dev/null | %llc -mcpu=gfx803 | FileCheck %s --check-prefixes=GCN,ONLY64
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn:gfx90a>' %s 2>/dev/null | %llc -mcpu=gfx90a | FileCheck %s --check-prefixes=GCN,ONLY64
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn:gfx942>' %s 2>/dev/null | %llc -mcpu=gfx942 | FileCheck %s --check-prefixes=GCN,ONLY64
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn:gfx1030>' %s | %llc -mcpu=gfx1030 | FileCheck %s --check-prefixes=GCN,WISH
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn:gfx1100>' %s | %llc -mcpu=gfx1100 | FileCheck %s --check-prefixes=GCN,WISH
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn:gfx1200>' %s | %llc -mcpu=gfx1200 | FileCheck %s --check-prefixes=GCN,WISH
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn:gfx1250>' %s | %llc -mcpu=gfx1250 | FileCheck %s --check-prefixes=GCN,WISH
; RUN: sed -e 's/i32 32/i32 64/' %s > %t.64.ll
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn:fiji>' %t.64.ll | %llc -mcpu=fiji | FileCheck %s --check-prefixes=GCN,ONLY64
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn:gfx1030>' %t.64.ll | %llc -mcpu=gfx1030 | FileCheck %s --check-prefixes=GCN,ONLY64
; RUN: %opt -passes='sycl-device-pipeline<target=amdgcn:gfx1250>' %t.64.ll 2>/dev/null | %llc -mcpu=gfx1250 | FileCheck %s --check-prefixes=GCN,WISH

; GCN: .name: other
; ONLY64: .wavefront_size: 64
; WISH: .wavefront_size: 32
; GCN: .name: wishes
; ONLY64: .wavefront_size: 64
; WISH: .wavefront_size: 32

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @other(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @wishes(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {
  store i32 0, ptr addrspace(1) %p
  ret void
}
!0 = !{i32 32}
