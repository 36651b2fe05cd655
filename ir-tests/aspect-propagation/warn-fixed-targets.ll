; Warnings about what a fixed target lacks according to the device configuration: aspects, required sub-group sizes,
; work-group sizes. There is one warning per function and aspect, which names all targets that lack it.

; RUN: %opt -passes='aspect-propagation<fixed-targets=intel_gpu_dg1:intel_gpu_pvc:intel_gpu_acm_g10>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not={{^warning:}}
; RUN: %opt -passes='aspect-propagation<fixed-targets=spir64:cpu>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=SILENT --allow-empty
; RUN: %opt -passes='aspect-propagation<fixed-targets=intel_gpu_dg1;post-opt>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=SILENT --allow-empty
; SILENT-NOT: {{^}}warning:

; CHECK: warning: function 'kernel' uses aspect 'fp64' not supported by fixed targets 'intel_gpu_dg1', 'intel_gpu_acm_g10'
; CHECK-NEXT: note: propagated from call to function 'between'
; CHECK-NEXT: note: propagated from call to function 'helper'
; CHECK-NEXT: note: compile with '-g' to get source location
; CHECK: warning: function 'helper' uses aspect 'fp64' not supported by fixed targets 'intel_gpu_dg1', 'intel_gpu_acm_g10'
; CHECK: warning: function 'declares' declares aspect 'image' not supported by fixed targets 'intel_gpu_dg1', 'intel_gpu_pvc', 'intel_gpu_acm_g10'
; CHECK: warning: function 'sub_group' has required sub-group size '8' not supported by fixed target 'intel_gpu_pvc'

; A user's own configuration.
; RUN: %opt -passes='aspect-propagation<devices=%S/Inputs/devices.json;fixed-targets=mine>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=MINE --implicit-check-not={{^warning:}}
; MINE: warning: function 'declares' declares aspect 'image' not supported by fixed target 'mine'
; MINE: warning: function 'work_group' has required work-group size '32x4x1' not supported by fixed target 'mine'

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel() {
  call spir_func void @between()
  ret void
}
define spir_func void @between() {
  call spir_func void @helper()
  ret void
}
define spir_func void @helper() {
  %d = alloca double
  %e = alloca double
  ret void
}
define spir_kernel void @declares() !sycl_declared_aspects !1 {
  ret void
}
define spir_kernel void @sub_group() !intel_reqd_sub_group_size !2 {
  ret void
}
define spir_kernel void @work_group() !reqd_work_group_size !3 {
  ret void
}
define spir_kernel void @fine() !sycl_used_aspects !4 !intel_reqd_sub_group_size !5 {
  ret void
}

!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
!1 = !{i32 9}
!2 = !{i32 8}
!3 = !{i32 32, i32 4, i32 1}
!4 = !{i32 5, i32 -2}
!5 = !{i32 16}
