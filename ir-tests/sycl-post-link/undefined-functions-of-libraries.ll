; Functions that the library for some target has are not undefined: mathematics of C, products of complex numbers, DPC++'s
; device library, the C library of the host. Functions of the user's with such names are.

; REQUIRES: llvm-22
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %opt -passes='sycl-post-link<o=a.table>' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not='Undefined function'

; CHECK-DAG: warning: Undefined function missing found in
; CHECK-DAG: warning: Undefined function ns::sinf(float) found in
target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel(float %x, double %y, ptr addrspace(4) %p) #0 {
  %a = call spir_func float @sinf(float %x)
  %b = call spir_func double @sqrt(double %y)
  %c = call spir_func <2 x float> @__mulsc3(float %x, float %x, float %x, float %x)
  %d = call spir_func float @__imf_fmaf(float %x, float %x, float %x)
  %e = call spir_func i32 @__imf_float2int_rn(float %x)
  call spir_func void @abort()
  %f = call spir_func float @_ZN2ns4sinfEf(float %x)
  call spir_func void @missing()
  ret void
}
declare spir_func float @sinf(float)
declare spir_func double @sqrt(double)
declare spir_func <2 x float> @__mulsc3(float, float, float, float)
declare spir_func float @__imf_fmaf(float, float, float)
declare spir_func i32 @__imf_float2int_rn(float)
declare spir_func void @abort()
declare spir_func float @_ZN2ns4sinfEf(float)
declare spir_func void @missing()
attributes #0 = { "sycl-module-id"="a.cpp" }
