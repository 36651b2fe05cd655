; What the module defines is left alone, whatever it is called.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=link-builtins -verify-each %s -o %t.ll
; RUN: opt -S %s -o %t.before.ll
; RUN: %python -c "a, b = (open(f).read().split('\n', 2)[2] for f in (r'%t.ll', r'%t.before.ll')); assert a == b, a"

target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @kernel(ptr addrspace(1) %out) {
  %a = call float @_Z16__spirv_ocl_sqrtf(float 2.0)
  %b = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  store float %a, ptr addrspace(1) %out
  store i64 %b, ptr addrspace(1) %out
  ret void
}
define linkonce_odr float @_Z16__spirv_ocl_sqrtf(float %x) {
  ret float %x
}
define i64 @_Z25__spirv_BuiltInGlobalSizei(i32 %d) {
  ret i64 1
}
