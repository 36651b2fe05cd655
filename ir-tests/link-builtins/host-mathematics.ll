; On the host, mathematics of kernels is the library's own, without errno, so that loops over items are vectorized with it.
; What it leaves to the C library is called by C's name; a second run changes nothing about that. An angle that only the C
; library can reduce has functions for vectors, which LLVM's vectorizer finds by an attribute.

; REQUIRES: llvm-22
; RUN: %opt -S -passes=link-builtins -verify-each %s | FileCheck %s
; RUN: %opt -S -passes=link-builtins,link-builtins -verify-each %s | FileCheck %s
; RUN: %opt -S -passes='link-builtins,default<O3>' %s | FileCheck %s --check-prefix=VECTORS

; CHECK: @llvm.compiler.used = appending global {{.*}}@__sp_any_sin_f32_v4
; CHECK-LABEL: define void @loop(
; CHECK: call float @__sp_ocl_sin_f32(
; CHECK: call float @__sp_ocl_sqrt_f32(
; CHECK: call float @__sp_ocl_exp_f32(
; CHECK: call double @__sp_ocl_tgamma_f64(
; CHECK-DAG: declare {{.*}}float @sinf(float noundef) {{.*}}[[LIBM:#[0-9]+]]
; CHECK-DAG: declare {{.*}}double @tgamma(double noundef)
; A function of the user's code that the library has, too, by the same name.
; CHECK-DAG: declare {{.*}}float @remquof(float noundef, float noundef, ptr noundef)
; CHECK-DAG: declare {{.*}}double @lgamma_r(double noundef, ptr noundef)
; CHECK-DAG: declare i32 @finite(double)
; CHECK-NOT: __sp_libm_
; CHECK: attributes [[LIBM]] = { {{.*}}memory(none) "sycl-passes-libm"

; VECTORS: call <4 x float> @__sp_any_sin_f32_v4(
; VECTORS: call <4 x float> @llvm.sqrt.v4f32(

target triple = "x86_64-unknown-linux-gnu"

define void @loop(ptr noalias %x, ptr noalias %y, ptr %z) {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %from = getelementptr float, ptr %x, i64 %i
  %v = load float, ptr %from
  %s = call float @sinf(float %v)
  %r = call float @sqrtf(float %s)
  %e = call float @llvm.exp.f32(float %r)
  %to = getelementptr float, ptr %y, i64 %i
  store float %e, ptr %to
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, 1024
  br i1 %more, label %next, label %end
end:
  %d = load double, ptr %z
  %g = call double @tgamma(double %d)
  store double %g, ptr %z
  %q = call float @_Z18__spirv_ocl_remquoffPi(float %v, float 3.0, ptr %z)
  store float %q, ptr %y
  %l = call double @lgamma_r(double %d, ptr %x)
  store double %l, ptr %z
  %f = call i32 @finite(double %d)
  store i32 %f, ptr %z
  ret void
}
declare float @sinf(float)
declare float @sqrtf(float)
declare float @llvm.exp.f32(float)
declare double @tgamma(double)
declare float @_Z18__spirv_ocl_remquoffPi(float, float, ptr)
declare double @lgamma_r(double, ptr)
declare i32 @finite(double)
