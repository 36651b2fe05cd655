; Aspects that front ends attach to functions (with or without a body) and to instructions, and those that sources
; declare by metadata or by the attribute. Operands are numbers or pairs with names.

; RUN: %opt -passes='aspect-propagation<no-diagnose>' -S %s | FileCheck %s

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @of_function(){{.*}} !sycl_used_aspects ![[NINE:[0-9]+]]
define spir_kernel void @of_function() {
  call spir_func void @uses_nine()
  ret void
}

; CHECK: define spir_kernel void @of_declaration(){{.*}} !sycl_used_aspects ![[TEN:[0-9]+]]
define spir_kernel void @of_declaration() {
  call spir_func void @uses_ten()
  ret void
}

; CHECK: define spir_kernel void @of_instruction(ptr %p){{.*}} !sycl_used_aspects ![[SEVEN:[0-9]+]]
define spir_kernel void @of_instruction(ptr %p) {
  call spir_func void @helper(ptr %p)
  ret void
}

; CHECK: define spir_func void @helper(ptr %p){{.*}} !sycl_used_aspects ![[SEVEN]]
define spir_func void @helper(ptr %p) {
  store i32 0, ptr %p, !sycl_used_aspects !5
  ret void
}

; CHECK: define spir_kernel void @declares(){{.*}} !sycl_used_aspects ![[TWO:[0-9]+]]
define spir_kernel void @declares() {
  call spir_func void @declared()
  ret void
}

; CHECK: define spir_func void @declared(){{.*}} !sycl_used_aspects ![[TWO]]
define spir_func void @declared() !sycl_declared_aspects !6 {
  ret void
}

; CHECK: define spir_kernel void @has_attribute(){{.*}} !sycl_used_aspects ![[THREE:[0-9]+]]
define spir_kernel void @has_attribute() #0 {
  ret void
}

define spir_func void @uses_nine() !sycl_used_aspects !3 {
  ret void
}

declare !sycl_used_aspects !4 spir_func void @uses_ten()

; CHECK-DAG: ![[NINE]] = !{i32 9}
; CHECK-DAG: ![[TEN]] = !{i32 10}
; CHECK-DAG: ![[SEVEN]] = !{i32 7}
; CHECK-DAG: ![[TWO]] = !{i32 2}
; CHECK-DAG: ![[THREE]] = !{i32 3, i32 4}

attributes #0 = { "sycl-device-has"="4,3" }

!3 = !{i32 9}
!4 = !{i32 10}
!5 = !{i32 7}
!6 = !{i32 2}
