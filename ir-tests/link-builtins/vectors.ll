; The function for a vector is made from that for its elements, once for all names; pointers go on by an element.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=link-builtins -verify-each %s | FileCheck %s --implicit-check-not=__spirv_

; CHECK-LABEL: define amdgpu_kernel void @kernel(
; CHECK-COUNT-2: call <2 x float> @__sp_ocl_sqrt_v2f32(<2 x float> %v)
; CHECK: call <2 x float> @__sp_ocl_modf_v2f32_p1(<2 x float> %v, ptr addrspace(1) %p)
; CHECK: call <2 x i8> @__sp_{{[a-z_]+}}_v2f32(<2 x float> %v)
; CHECK: define internal <2 x float> @__sp_ocl_sqrt_v2f32(<2 x float> %0) #[[MADE:[0-9]+]] {
; CHECK-NEXT: %[[A:.+]] = extractelement <2 x float> %0, i64 0
; CHECK-NEXT: %[[B:.+]] = call float @__sp_ocl_sqrt_f32(float %[[A]])
; CHECK-NEXT: %[[C:.+]] = insertelement <2 x float> undef, float %[[B]], i64 0
; CHECK: %[[D:.+]] = insertelement <2 x float> %[[C]], float %{{.+}}, i64 1
; CHECK-NEXT: ret <2 x float> %[[D]]
; CHECK: define internal <2 x float> @__sp_ocl_modf_v2f32_p1(<2 x float> %0, ptr addrspace(1) %1)
; CHECK: getelementptr i8, ptr addrspace(1) %1, i32 4
; CHECK: sext i1 %{{.+}} to i8
; CHECK: attributes #[[MADE]] = { alwaysinline

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @kernel(<2 x float> %v, ptr addrspace(1) %p) {
  %a = call <2 x float> @_Z16__spirv_ocl_sqrtDv2_f(<2 x float> %v)
  %b = call <2 x float> @_Z16__spirv_ocl_sqrtIDv2_fET_S1_(<2 x float> %v)
  %c = call <2 x float> @_Z16__spirv_ocl_modfDv2_fPU3AS1S_(<2 x float> %v, ptr addrspace(1) %p)
  %d = call <2 x i8> @_Z13__spirv_IsNanDv2_f(<2 x float> %v)
  ret void
}
declare <2 x float> @_Z16__spirv_ocl_sqrtDv2_f(<2 x float>)
declare <2 x float> @_Z16__spirv_ocl_sqrtIDv2_fET_S1_(<2 x float>)
declare <2 x float> @_Z16__spirv_ocl_modfDv2_fPU3AS1S_(<2 x float>, ptr addrspace(1))
declare <2 x i8> @_Z13__spirv_IsNanDv2_f(<2 x float>)
