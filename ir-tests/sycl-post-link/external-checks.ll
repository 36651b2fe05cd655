; A function of another translation unit can need more than its declaration said when its callers were compiled: another
; aspect (used or declared), another sub-group size, other targets. Each warning appears once, however many images
; contain the function, with the name as in the source. There is none for the image in which the function itself is the
; entry point.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;o=%t/x.table>' %s 2> %t/messages
; RUN: FileCheck %s --input-file=%t/messages --implicit-check-not='{{^}}warning:'

; CHECK-DAG: warning: function 'uses_fp64()' uses aspect 'fp64' not expected by its calling kernel.  Missing {{\[\[}}sycl::device_has(){{\]\]}} on SYCL_EXTERNAL function?
; CHECK-DAG: warning: function 'declares_fp16()' uses aspect 'fp16' not expected by its calling kernel.  Missing {{\[\[}}sycl::device_has(){{\]\]}} on SYCL_EXTERNAL function?
; CHECK-DAG: warning: function 'in_groups_of_32(int)' has required sub-group size '32' that does not match its calling kernel.  Missing {{\[\[}}sycl::reqd_sub_group(){{\]\]}} attribute on SYCL_EXTERNAL function?
; CHECK-DAG: warning: function 'elsewhere()' compiled with a different `-fsycl-fixed-targets` switch than its calling kernel.

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_a() #0 {
  call spir_func void @_Z9uses_fp64v()
  call spir_func void @_Z13declares_fp16v()
  call spir_func void @_Z15in_groups_of_32i(i32 1)
  ret void
}
define spir_kernel void @kernel_b() #0 {
  call spir_func void @_Z9uses_fp64v()
  call spir_func void @_Z13declares_fp16v()
  call spir_func void @_Z15in_groups_of_32i(i32 1)
  ret void
}
define spir_kernel void @kernel_that_knows() #0 !sycl_used_aspects !1 !intel_reqd_sub_group_size !3 {
  call spir_func void @_Z9uses_fp64v()
  call spir_func void @_Z13declares_fp16v()
  call spir_func void @_Z15in_groups_of_32i(i32 1)
  ret void
}
define spir_kernel void @kernel_on_one() #0 !sycl_fixed_targets !4 {
  call spir_func void @_Z9elsewherev()
  call spir_func void @_Z4herev()
  call spir_func void @_Z8anywherev()
  ret void
}
define spir_func void @_Z9uses_fp64v() #1 !sycl_used_aspects !0 {
  ret void
}
define spir_func void @_Z13declares_fp16v() #1 !sycl_declared_aspects !2 {
  ret void
}
define spir_func void @_Z15in_groups_of_32i(i32 %x) #1 !intel_reqd_sub_group_size !3 {
  ret void
}
define spir_func void @_Z9elsewherev() #1 !sycl_fixed_targets !5 {
  ret void
}
define spir_func void @_Z4herev() #1 !sycl_fixed_targets !4 {
  ret void
}
; Compiled for any target: what it uses does not matter to a kernel whose targets are fixed.
define spir_func void @_Z8anywherev() #1 !sycl_used_aspects !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }

!0 = !{i32 6}
!1 = !{i32 5, i32 6}
!2 = !{i32 5}
!3 = !{i32 32}
!4 = !{i32 1, i32 2}
!5 = !{i32 2, i32 4}
