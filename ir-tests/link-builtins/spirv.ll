; On SPIR-V, functions of C, of DPC++'s device library and of AdaptiveCpp are made of SPIR-V's instructions, and printf gets
; its format in the constant address space. With `undefined=keep`, names without a definition here stay, for images that import them.

; REQUIRES: llvm-22
; RUN: %opt -S -passes='link-builtins<undefined=keep>' -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='link-builtins<undefined=keep>,link-builtins<undefined=keep>' %s | FileCheck %s

; CHECK: private unnamed_addr addrspace(2) constant [4 x i8] c"%d\0A\00"
; CHECK-LABEL: define spir_kernel void @kernel(
; CHECK: call spir_func {{.*}}float @_Z15__spirv_ocl_sinf(
; CHECK: call spir_func {{.*}}double @_Z15__spirv_ocl_fmaddd(
; CHECK: %text = getelementptr
; CHECK: call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %text, i32 42)
; CHECK: fadd half
; CHECK: call spir_func void @_Z4elsev()
; CHECK-NOT: define

target triple = "spirv64-unknown-unknown"

@format = private unnamed_addr addrspace(1) constant [4 x i8] c"%d\0A\00"

define spir_kernel void @kernel(float %x, double %y, ptr addrspace(1) %p, i16 %h) {
  %f = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %a = call spir_func float @sinf(float %x)
  %b = call spir_func double @__imf_fma(double %y, double %y, double %y)
  %c = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @format to ptr addrspace(4)), i32 42)
  %d = call spir_func float @__devicelib_ConvertBF16ToFINTEL(ptr addrspace(4) %f)
  %e = call spir_func i16 @__acpp_sscp_half_add(i16 %h, i16 %h)
  %g = call spir_func ptr addrspace(3) @__acpp_sscp_get_dynamic_local_memory()
  call spir_func void @_Z4elsev()
  ret void
}
declare spir_func float @sinf(float)
declare spir_func double @__imf_fma(double, double, double)
declare spir_func i32 @printf(ptr addrspace(4), ...)
declare spir_func float @__devicelib_ConvertBF16ToFINTEL(ptr addrspace(4))
declare spir_func i16 @__acpp_sscp_half_add(i16, i16)
declare spir_func ptr addrspace(3) @__acpp_sscp_get_dynamic_local_memory()
declare spir_func void @_Z4elsev()
