; If no call is marked `virtual-call`, the front end does not mark calls, and the attribute of the kernel alone counts.

; RUN: %opt -passes=aspect-propagation -S %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @kernel(){{.*}} !sycl_used_aspects ![[A:[0-9]+]]
define spir_kernel void @kernel() #1 {
  ret void
}
; CHECK: define spir_kernel void @other() !sycl_fixed_targets
define spir_kernel void @other() {
  ret void
}
define spir_func void @virtual(ptr %this) #0 !sycl_used_aspects !0 {
  ret void
}
; CHECK: ![[A]] = !{i32 5}
attributes #0 = { "indirectly-callable"="set" }
attributes #1 = { "calls-indirectly"="set" }
!0 = !{i32 5}
