; Products of matrices are instructions of tensor cores from sm_80 on, and exchanges before, or if the processor is unknown.

; REQUIRES: llvm-at-least-22
; RUN: %opt -S -passes='link-builtins,sscp-reflect<set=target_arch=90>,default<O2>' %s | FileCheck %s --check-prefix=NEW
; RUN: %opt -S -passes='link-builtins,sscp-reflect<set=target_arch=75>,default<O2>' %s | FileCheck %s --check-prefix=OLD
; RUN: %opt -S -passes='link-builtins,sscp-reflect<unknown=keep>,default<O2>' %s | FileCheck %s --check-prefix=OLD
; RUN: %opt -passes='link-builtins,sscp-reflect<set=target_arch=90>,default<O2>' %s \
; RUN:   | llc -mcpu=sm_90 -mattr=+ptx78 -o - | FileCheck %s --check-prefix=PTX

; NEW-NOT: nvvm.shfl
; NEW: asm "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{.*}} [[ATTRIBUTES:#[0-9]+]], !srcloc
; NEW: asm "mma.sync.aligned.m16n8k16.row.col.s32.s8.u8.s32
; NEW-NOT: nvvm.shfl
; NEW: attributes [[ATTRIBUTES]] = { convergent

; OLD-NOT: mma.sync
; OLD: nvvm.shfl.sync.idx
; OLD-NOT: mma.sync

; PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
target triple = "nvptx64-nvidia-cuda"
declare <4 x float> @_Z21__sycl_matrix_mad_f16Dv4_jDv2_jDv4_f(<4 x i32>, <2 x i32>, <4 x float>)
declare <4 x i32> @_Z23__sycl_matrix_mad_s8_u8Dv2_jjDv4_j(<2 x i32>, i32, <4 x i32>)
define ptx_kernel void @k(ptr addrspace(1) %p, <4 x i32> %a, <2 x i32> %b, <4 x float> %c, <4 x i32> %d) {
  %f = call <4 x float> @_Z21__sycl_matrix_mad_f16Dv4_jDv2_jDv4_f(<4 x i32> %a, <2 x i32> %b, <4 x float> %c)
  %i = call <4 x i32> @_Z23__sycl_matrix_mad_s8_u8Dv2_jjDv4_j(<2 x i32> %b, i32 1, <4 x i32> %d)
  store volatile <4 x float> %f, ptr addrspace(1) %p
  store volatile <4 x i32> %i, ptr addrspace(1) %p
  ret void
}
