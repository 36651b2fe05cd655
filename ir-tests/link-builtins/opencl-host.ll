; OpenCL C's functions on the host: another name, a number for all elements of a vector, a truth value that is an integer,
; a function that accesses memory. What is not known stays undefined.

; REQUIRES: llvm-22
; RUN: not %opt -S -passes='link-builtins' %s 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: %opt -S -passes='link-builtins<undefined=keep>' -verify-each %s | FileCheck %s

; ERROR: 'get_work_dim()' is undefined, used by kernel `kernel`

; CHECK:       @[[FORMAT:.*elements]] = private {{.*}}constant [9 x i8] c"%f,%f %d\00"
; CHECK-LABEL: void @kernel(
; CHECK-NEXT:    call float @__sp_{{.*}}sin_f32(float %x)
; CHECK-NEXT:    call <2 x float> @_Z3maxDv2_ff(<2 x float> %v, float %x)
; CHECK-NEXT:    call i32 @_Z7isequalff(float %x, float %x)
; CHECK-NEXT:    call <2 x float> @_Z6vload2mPU3AS1Kf(i64 1, ptr %p)
; CHECK-NEXT:    call i64 @_Z13get_global_idj(i32 0)
; CHECK-NEXT:    call i32 @_Z12get_work_dimv()
; CHECK:         call i32 (ptr, ...) @printf(ptr @[[FORMAT]], double {{.*}}, double {{.*}}, i32 1)
; CHECK:       define internal <2 x float> @_Z3maxDv2_ff(<2 x float> %0, float %1)
; CHECK:         insertelement <2 x float> {{.*}}, float %1, i64 1
; CHECK:       define internal i32 @_Z7isequalff(
; CHECK:         zext i1 {{.*}} to i32
; CHECK:       define internal <2 x float> @_Z6vload2mPU3AS1Kf(
; CHECK:         load <2 x float>, ptr {{.*}}, align 4
; CHECK:       define internal i64 @_Z13get_global_idj(
; CHECK:         icmp ult i32 %0, 3

target triple = "x86_64-unknown-linux-gnu"

@format = internal constant [10 x i8] c"%v2hlf %d\00"

define spir_kernel void @kernel(ptr %p, <2 x float> %v, float %x) {
  %r0 = call float @_Z3sinf(float %x)
  %r1 = call <2 x float> @_Z3maxDv2_ff(<2 x float> %v, float %x)
  %r2 = call i32 @_Z7isequalff(float %x, float %x)
  %r3 = call <2 x float> @_Z6vload2mPU3AS1Kf(i64 1, ptr %p)
  %r4 = call i64 @_Z13get_global_idj(i32 0)
  %r5 = call i32 @_Z12get_work_dimv()
  %r6 = call i32 (ptr, ...) @printf(ptr @format, <2 x float> %v, i32 1)
  ret void
}
declare float @_Z3sinf(float)
declare <2 x float> @_Z3maxDv2_ff(<2 x float>, float)
declare i32 @_Z7isequalff(float, float)
declare <2 x float> @_Z6vload2mPU3AS1Kf(i64, ptr)
declare i64 @_Z13get_global_idj(i32)
declare i32 @_Z12get_work_dimv()
declare i32 @printf(ptr, ...)

!opencl.ocl.version = !{!0}
!0 = !{i32 3, i32 0}
