; A marker that is invoked becomes a branch.

; RUN: %opt -S -passes=sycl-front-end -verify-each %s | FileCheck %s --implicit-check-not=__sycl_passes_fact

target triple = "spir64-unknown-unknown"

@name = private constant [20 x i8] c"reqd_sub_group_size\00"
declare spir_func void @__sycl_passes_fact(ptr, ...)
declare i32 @__gxx_personality_v0(...)

; CHECK: define weak_odr spir_kernel void @kernel() #[[#]] personality {{.*}}!intel_reqd_sub_group_size ![[SIZE:[0-9]+]] {
; CHECK-NEXT: entry:
; CHECK-NEXT: br label %end
define spir_kernel void @kernel() personality ptr @__gxx_personality_v0 {
entry:
  invoke spir_func void (ptr, ...) @__sycl_passes_fact(ptr @name, i64 8) to label %end unwind label %pad
end:
  ret void
pad:
  %phi = phi i32 [ 1, %entry ]
  %landing = landingpad { ptr, i32 } cleanup
  ret void
}
; CHECK: ![[SIZE]] = !{i32 8}
