; AdaptiveCpp's functions of `double` have a second result or an exponent of 64 bits in older headers: what a pointer
; points to is what its calls pass the address of, and where they differ it is unknown.

; REQUIRES: llvm-22
; RUN: split-file %s %t
; RUN: %opt -S -passes=link-builtins -verify-each %t/good.ll | FileCheck %s
; RUN: not %opt -S -passes=link-builtins -disable-output %t/unknown.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN

; CHECK-LABEL: define void @f(
; CHECK: call double @__sp_acpp_frexp_f64_i64_p0(double %x, ptr %wide)
; CHECK: call double @__sp_acpp_lgamma_r_f64_i32_p0(double %x, ptr %narrow)
; CHECK: call double @__sp_acpp_ldexp_f64(double %x, i64 5)
; CHECK: call {{.*}}i32 @__sp_ocl_ilogb_f64(double %x)
; CHECK: call float @__sp_acpp_ilogb_f32(float %y)
; CHECK: call double @__sp_ocl_pown_f64(double %x, i32 5)
; CHECK: call double @__sp_ocl_rootn_f64(double %x, i32 5)
; UNKNOWN: error: built-in function `__acpp_sscp_frexp_f64` has the type `double (double, ptr)`, used by function `f`; expected

;--- good.ll
target triple = "nvptx64-nvidia-cuda"
define void @f(double %x, float %y) {
  %wide = alloca i64
  %narrow = alloca i32
  %a = call double @__acpp_sscp_frexp_f64(double %x, ptr %wide)
  %b = call double @__acpp_sscp_lgamma_r_f64(double %x, ptr %narrow)
  %c = call double @__acpp_sscp_ldexp_f64(double %x, i64 5)
  %d = call i32 @__acpp_sscp_ilogb_f64(double %x)
  %e = call float @__acpp_sscp_ilogb_f32(float %y)
  %g = call double @__acpp_sscp_pown_f64(double %x, i32 5)
  %h = call double @__acpp_sscp_rootn_f64(double %x, i32 5)
  ret void
}
declare double @__acpp_sscp_frexp_f64(double, ptr)
declare double @__acpp_sscp_lgamma_r_f64(double, ptr)
declare double @__acpp_sscp_ldexp_f64(double, i64)
declare i32 @__acpp_sscp_ilogb_f64(double)
declare float @__acpp_sscp_ilogb_f32(float)
declare double @__acpp_sscp_pown_f64(double, i32)
declare double @__acpp_sscp_rootn_f64(double, i32)

;--- unknown.ll
target triple = "nvptx64-nvidia-cuda"
define void @f(double %x) {
  %wide = alloca i64
  %narrow = alloca i32
  %a = call double @__acpp_sscp_frexp_f64(double %x, ptr %wide)
  %b = call double @__acpp_sscp_frexp_f64(double %x, ptr %narrow)
  ret void
}
declare double @__acpp_sscp_frexp_f64(double, ptr)
