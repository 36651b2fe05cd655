; Halves in memory: vectors are one function for all forms that lie the same; of three, those that are aligned as a
; whole have a function of their own.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=link-builtins -verify-each %s | FileCheck %s

; CHECK-LABEL: define void @f(
; CHECK-NEXT: call {{.*}}float @__sp_vload_half_f32_p1(i64 1, ptr addrspace(1) %p)
; CHECK-NEXT: call {{.*}}<4 x float> @__sp_vload_half_v4f32_p1(i64 1, ptr addrspace(1) %p)
; CHECK-NEXT: call {{.*}}<4 x float> @__sp_vload_half_v4f32_p1(i64 1, ptr addrspace(1) %p)
; CHECK-NEXT: call {{.*}}<3 x float> @__sp_vload_half_v3f32_p4(i64 1, ptr addrspace(4) %c)
; CHECK-NEXT: call {{.*}}<3 x float> @__sp_vloada_half_v3f32_p1(i64 1, ptr addrspace(1) %p)
; CHECK-NEXT: call void @__sp_vstore_half_f64_p1(double %d, i64 1, ptr addrspace(1) %p)
; CHECK-NEXT: call void @__sp_vstorea_half_r_v3f32_p1(<3 x float> %a5, i64 1, ptr addrspace(1) %p, i32 2)
; CHECK-NEXT: call void @__sp_vstore_half_r_v4f32_p1(<4 x float> %a2, i64 1, ptr addrspace(1) %p, i32 3)
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr addrspace(1) %p, ptr addrspace(4) %c, double %d) {
  %a1 = call float @_Z22__spirv_ocl_vload_halfmPU3AS1KDF16_(i64 1, ptr addrspace(1) %p)
  %a2 = call <4 x float> @_Z31__spirv_ocl_vload_halfn_Rfloat4mPU3AS1KDF16_(i64 1, ptr addrspace(1) %p)
  %a3 = call <4 x float> @_Z32__spirv_ocl_vloada_halfn_Rfloat4mPU3AS1KDF16_(i64 1, ptr addrspace(1) %p)
  %a4 = call <3 x float> @_Z31__spirv_ocl_vload_halfn_Rfloat3mPU3AS2KDF16_(i64 1, ptr addrspace(4) %c)
  %a5 = call <3 x float> @_Z32__spirv_ocl_vloada_halfn_Rfloat3mPU3AS1KDF16_(i64 1, ptr addrspace(1) %p)
  call void @_Z23__spirv_ocl_vstore_halfdmPU3AS1DF16_(double %d, i64 1, ptr addrspace(1) %p)
  call void @_Z27__spirv_ocl_vstorea_halfn_rDv3_fmPU3AS1DF16_N5__spv14FPRoundingMode4FlagE(<3 x float> %a5, i64 1, ptr addrspace(1) %p, i32 2)
  call void @_Z26__spirv_ocl_vstore_halfn_rDv4_fmPU3AS1DF16_j(<4 x float> %a2, i64 1, ptr addrspace(1) %p, i32 3)
  ret void
}
declare float @_Z22__spirv_ocl_vload_halfmPU3AS1KDF16_(i64, ptr addrspace(1))
declare <4 x float> @_Z31__spirv_ocl_vload_halfn_Rfloat4mPU3AS1KDF16_(i64, ptr addrspace(1))
declare <4 x float> @_Z32__spirv_ocl_vloada_halfn_Rfloat4mPU3AS1KDF16_(i64, ptr addrspace(1))
declare <3 x float> @_Z31__spirv_ocl_vload_halfn_Rfloat3mPU3AS2KDF16_(i64, ptr addrspace(4))
declare <3 x float> @_Z32__spirv_ocl_vloada_halfn_Rfloat3mPU3AS1KDF16_(i64, ptr addrspace(1))
declare void @_Z23__spirv_ocl_vstore_halfdmPU3AS1DF16_(double, i64, ptr addrspace(1))
declare void @_Z27__spirv_ocl_vstorea_halfn_rDv3_fmPU3AS1DF16_N5__spv14FPRoundingMode4FlagE(<3 x float>, i64, ptr addrspace(1), i32)
declare void @_Z26__spirv_ocl_vstore_halfn_rDv4_fmPU3AS1DF16_j(<4 x float>, i64, ptr addrspace(1), i32)
