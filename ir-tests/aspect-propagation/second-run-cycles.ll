; On a cycle of calls, the lists do not show which function an aspect came from. An attribute does, so a second run
; warns about the same uses and changes nothing. If the function with the aspect has been removed, the others keep the
; aspect.

; RUN: split-file %s %t
; RUN: %opt -passes='aspect-propagation<fixed-targets=intel_gpu_dg1>' -S %t/cycle.ll -o %t/1.ll 2>%t/1
; RUN: %opt -passes='aspect-propagation<fixed-targets=intel_gpu_dg1>' -S %t/1.ll -o %t/2.ll 2>%t/2
; RUN: FileCheck %t/cycle.ll --input-file=%t/1 --implicit-check-not={{^warning:}}
; RUN: diff %t/1 %t/2
; RUN: FileCheck %t/cycle.ll --check-prefix=IR --input-file=%t/1.ll
; RUN: FileCheck %t/cycle.ll --check-prefix=IR --input-file=%t/2.ll
; RUN: %opt -passes=aspect-propagation -S %t/gone.ll | FileCheck %t/gone.ll
; RUN: not %opt -passes=aspect-propagation -disable-output %t/wrong.ll 2>&1 | FileCheck %t/wrong.ll

;--- cycle.ll
; CHECK: warning: function 'c' uses aspect 'fp64' not listed in its 'sycl::device_has' attribute
; CHECK-NEXT: note: propagated from call to function 'a'
; CHECK-NEXT: note: propagated from call to function 'b'
; CHECK: warning: function 'b' uses aspect 'fp64' not supported by fixed target 'intel_gpu_dg1'
; CHECK: warning: function 'c' declares aspect 'image' not supported by fixed target 'intel_gpu_dg1'
; IR: define spir_func void @a() #[[MARKED:[0-9]+]] !sycl_used_aspects
; IR: define spir_func void @b() !sycl_used_aspects
; IR: define spir_func void @c() #[[MARKED]]
; IR: attributes #[[MARKED]] = { "sycl-propagated-aspects"="6" }
target triple = "spir64-unknown-unknown"
define spir_func void @a() {
  call spir_func void @b()
  ret void
}
define spir_func void @b() !sycl_used_aspects !{i32 6} {
  call spir_func void @c()
  ret void
}
define spir_func void @c() !sycl_declared_aspects !{i32 9} {
  call spir_func void @a()
  ret void
}

;--- gone.ll
; CHECK: define spir_kernel void @caller(){{.*}} !sycl_used_aspects ![[LIST:[0-9]+]]
; CHECK: ![[LIST]] = !{i32 6}
target triple = "spir64-unknown-unknown"
define spir_kernel void @caller() {
  call spir_func void @was_on_a_cycle()
  ret void
}
define spir_func void @was_on_a_cycle() "sycl-propagated-aspects"="6" !sycl_used_aspects !{i32 6} {
  ret void
}

;--- wrong.ll
; CHECK: error: attribute "sycl-propagated-aspects" of `f` has the item `x`; expected numbers of aspects separated by `,`
define void @f() "sycl-propagated-aspects"="x" {
  ret void
}
