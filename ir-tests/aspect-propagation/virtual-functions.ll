; A kernel that reaches a call marked `virtual-call` may call the virtual functions of its sets, and what they call. A
; kernel that only makes objects calls none. Without a set every virtual function may be called.

; RUN: %opt -passes=aspect-propagation -S %s | FileCheck %s

target triple = "spir64-unknown-unknown"

@vtable = addrspace(1) constant [2 x ptr] [ptr @in_set_a, ptr @in_set_b]

; CHECK: define spir_kernel void @constructs(ptr %p) #{{[0-9]+}} !sycl_fixed_targets
define spir_kernel void @constructs(ptr %p) #2 {
  store ptr addrspace(1) @vtable, ptr %p
  ret void
}
; CHECK: define spir_kernel void @calls_a(ptr %p){{.*}} !sycl_used_aspects ![[A:[0-9]+]]
define spir_kernel void @calls_a(ptr %p) #3 {
  call spir_func void @calls(ptr %p)
  ret void
}
; CHECK: define spir_kernel void @calls_a_and_b(ptr %p){{.*}} !sycl_used_aspects ![[AB:[0-9]+]]
define spir_kernel void @calls_a_and_b(ptr %p) #2 {
  call spir_func void @calls(ptr %p)
  ret void
}
; CHECK: define spir_kernel void @calls_any(ptr %p){{.*}} !sycl_used_aspects ![[AB]]
define spir_kernel void @calls_any(ptr %p) {
  call spir_func void @calls(ptr %p)
  ret void
}
; CHECK: define spir_func void @calls(ptr %p) {
define spir_func void @calls(ptr %p) {
  %f = load ptr, ptr %p
  call spir_func void %f(ptr %p) #4
  ret void
}
define spir_func void @in_set_a(ptr %this) #0 {
  call spir_func void @helper()
  ret void
}
define spir_func void @helper() !sycl_used_aspects !0 {
  ret void
}
define spir_func void @in_set_b(ptr %this) #1 !sycl_used_aspects !1 {
  ret void
}

; CHECK-DAG: ![[A]] = !{i32 5}
; CHECK-DAG: ![[AB]] = !{i32 5, i32 6}
attributes #0 = { "indirectly-callable"="set-a" }
attributes #1 = { "indirectly-callable"="set-b" }
attributes #2 = { "calls-indirectly"="set-a,set-b" }
attributes #3 = { "calls-indirectly"="set-a" }
attributes #4 = { "virtual-call" }
!0 = !{i32 5}
!1 = !{i32 6}
