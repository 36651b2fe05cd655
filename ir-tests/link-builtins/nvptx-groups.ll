; On NVPTX, reductions of sub-groups that are whole are five exchanges at distances that instructions have, and one more
; reduction combines what sub-groups of a group have. Scans and shifts need no number of a lane to read from.

; REQUIRES: llvm-22
; RUN: %opt -passes='link-builtins,default<O3>' -verify-each %s -o %t.bc
; RUN: %llc -mcpu=sm_80 %t.bc -o - | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare spir_func float @_Z17__spirv_GroupFAddiif(i32, i32, float) convergent
declare spir_func i32 @_Z17__spirv_GroupIAddiij(i32, i32, i32) convergent
declare spir_func i64 @_Z17__spirv_GroupIAddiim(i32, i32, i64) convergent
declare spir_func i32 @_Z34__spirv_GroupNonUniformShuffleDownijj(i32, i32, i32) convergent
declare spir_func i32 @_Z32__spirv_GroupNonUniformShuffleUpijj(i32, i32, i32) convergent
declare spir_func i32 @_Z33__spirv_GroupNonUniformShuffleXorijj(i32, i32, i32) convergent
declare spir_func half @_Z15__spirv_ocl_fmaDF16_DF16_DF16_(half, half, half)

; A sub-group that is not whole goes lane by lane, in a loop.
; CHECK-LABEL: .entry reduce_sub_group(
; CHECK-COUNT-1: shfl.sync.down.b32
; CHECK-NOT:     shfl.sync.down
; CHECK:         shfl.sync.bfly.b32 {{.*}}, 16, 31, -1;
; CHECK-NEXT:    add.rn.f32
; CHECK-NEXT:    shfl.sync.bfly.b32 {{.*}}, 8, 31, -1;
; CHECK-NEXT:    add.rn.f32
; CHECK-NEXT:    shfl.sync.bfly.b32 {{.*}}, 4, 31, -1;
; CHECK-NEXT:    add.rn.f32
; CHECK-NEXT:    shfl.sync.bfly.b32 {{.*}}, 2, 31, -1;
; CHECK-NEXT:    add.rn.f32
; CHECK-NEXT:    shfl.sync.bfly.b32 {{.*}}, 1, 31, -1;
; CHECK-NEXT:    add.rn.f32
define ptx_kernel void @reduce_sub_group(ptr addrspace(1) %p) {
  %x = load float, ptr addrspace(1) %p
  %sum = call spir_func float @_Z17__spirv_GroupFAddiif(i32 3, i32 0, float %x)
  store float %sum, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: .entry reduce_group(
; CHECK-COUNT-5: shfl.sync.bfly.b32
; CHECK:         st.shared.b32
; CHECK:         bar.sync
; CHECK-COUNT-5: shfl.sync.bfly.b32
; CHECK-NOT:     shfl
; CHECK:         bar.sync
; CHECK-NOT:     shfl
define ptx_kernel void @reduce_group(ptr addrspace(1) %p) {
  %x = load float, ptr addrspace(1) %p
  %sum = call spir_func float @_Z17__spirv_GroupFAddiif(i32 2, i32 0, float %x)
  store float %sum, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: .entry scan_sub_group(
; CHECK-NOT:     shfl
; CHECK:         shfl.sync.up.b32 {{.*}}, 1, 0, -1;
; CHECK:         shfl.sync.up.b32 {{.*}}, 2, 0, -1;
; CHECK:         shfl.sync.up.b32 {{.*}}, 4, 0, -1;
; CHECK:         shfl.sync.up.b32 {{.*}}, 8, 0, -1;
; CHECK:         shfl.sync.up.b32 {{.*}}, 16, 0, -1;
; CHECK-NOT:     shfl
define ptx_kernel void @scan_sub_group(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p
  %sum = call spir_func i32 @_Z17__spirv_GroupIAddiij(i32 3, i32 1, i32 %x)
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

; Of 64 bits, both halves; the last exchange makes the scan exclusive.
; CHECK-LABEL: .entry scan_group(
; CHECK-COUNT-12: shfl.sync.up.b32
; CHECK-NOT:      shfl
define ptx_kernel void @scan_group(ptr addrspace(1) %p) {
  %x = load i64, ptr addrspace(1) %p
  %sum = call spir_func i64 @_Z17__spirv_GroupIAddiim(i32 2, i32 2, i64 %x)
  store i64 %sum, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: .entry exchanges(
; CHECK-NOT:   laneid
; CHECK:       shfl.sync.down.b32 {{.*}}, 3, 31, -1;
; CHECK:       shfl.sync.up.b32 {{.*}}, 5, 0, -1;
; CHECK:       shfl.sync.bfly.b32 {{.*}}, 7, 31, -1;
; CHECK-NOT:   laneid
define ptx_kernel void @exchanges(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p
  %a = call spir_func i32 @_Z34__spirv_GroupNonUniformShuffleDownijj(i32 3, i32 %x, i32 3)
  %b = call spir_func i32 @_Z32__spirv_GroupNonUniformShuffleUpijj(i32 3, i32 %a, i32 5)
  %c = call spir_func i32 @_Z33__spirv_GroupNonUniformShuffleXorijj(i32 3, i32 %b, i32 7)
  store i32 %c, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: .entry half_fma(
; CHECK-NOT:   f64
; CHECK:       fma.rn.f16
; CHECK-NOT:   f64
define ptx_kernel void @half_fma(ptr addrspace(1) %p) {
  %x = load half, ptr addrspace(1) %p
  %y = call spir_func half @_Z15__spirv_ocl_fmaDF16_DF16_DF16_(half %x, half %x, half %x)
  store half %y, ptr addrspace(1) %p
  ret void
}
