; `primary` and `automatic` let the device choose the sub-group size, so they require none, and fixed targets cannot
; lack it.

; RUN: %opt -passes='aspect-propagation<fixed-targets=intel_gpu_pvc:intel_gpu_dg1>' -S %s -o - 2>%t.err | FileCheck %s
; RUN: FileCheck %s --check-prefix=WARN --input-file=%t.err --implicit-check-not="required sub-group size"
; WARN: warning: function 'numbered' has required sub-group size '8' not supported by fixed target 'intel_gpu_pvc'

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @primary(){{.*}} !intel_reqd_sub_group_size ![[PRIMARY:[0-9]+]]
define spir_kernel void @primary() !intel_reqd_sub_group_size !0 {
  ret void
}
; CHECK: define spir_kernel void @automatic(){{.*}} !intel_reqd_sub_group_size ![[AUTOMATIC:[0-9]+]]
define spir_kernel void @automatic() !intel_reqd_sub_group_size !1 {
  ret void
}
define spir_kernel void @numbered() !intel_reqd_sub_group_size !2 {
  ret void
}
define spir_kernel void @empty() !intel_reqd_sub_group_size !3 {
  ret void
}
declare !intel_reqd_sub_group_size !0 spir_func void @declared()

; CHECK-DAG: ![[PRIMARY]] = !{!"primary"}
; CHECK-DAG: ![[AUTOMATIC]] = !{!"automatic"}
!0 = !{!"primary"}
!1 = !{!"automatic"}
!2 = !{i32 8}
!3 = !{}
