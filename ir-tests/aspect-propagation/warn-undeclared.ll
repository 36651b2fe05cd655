; A function that declares its aspects and uses another one. Without debug info, the warning explains how to get a
; location, and the chain of calls leads to the use. There is one warning per function and aspect, and none for internal
; (negative) aspects.
;
;   kernel -> foo -> bar -> boo (fp64 twice, fp16, -1)
;              ^declares gpu and fp16
;
; RUN: %opt -passes=aspect-propagation -disable-output %s 2>&1 | FileCheck %s --implicit-check-not={{^warning:}} --implicit-check-not={{^note:}}
; RUN: %opt -passes='aspect-propagation<pre-opt>' -disable-output %s 2>&1 | FileCheck %s
; RUN: %opt -passes='aspect-propagation<post-opt>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
; RUN: %opt -passes='aspect-propagation<no-diagnose>' -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=SILENT --allow-empty
; SILENT-NOT: {{^}}warning:

; CHECK: warning: function 'foo(int)' uses aspect 'fp64' not listed in its 'sycl::device_has' attribute
; CHECK-NEXT: note: propagated from call to function 'bar()'
; CHECK-NEXT: note: propagated from call to function 'ns::boo(void*)'
; CHECK-NEXT: note: compile with '-g' to get source location

; The property has words of its own; a number without a name is shown as it is.
; CHECK: warning: function 'has_property' uses aspect '777' not listed in its 'device_has' property
; CHECK-NEXT: note: compile with '-g' to get source location

; Empty lists declare that nothing is used.
; CHECK: warning: function 'declares_nothing' uses aspect 'fp64' not listed in its 'sycl::device_has' attribute
; CHECK-NEXT: note: compile with '-g' to get source location

target triple = "spir64-unknown-unknown"

define spir_kernel void @_ZTS6Kernel() !sycl_declared_aspects !3 {
  call spir_func void @_Z3fooi(i32 0)
  ret void
}
define spir_func void @_Z3fooi(i32 %x) !sycl_declared_aspects !3 {
  call spir_func void @_Z3barv()
  ret void
}
define spir_func void @_Z3barv() {
  call spir_func void @_ZN2ns3booEPv(ptr null)
  call spir_func void @_ZN2ns3booEPv(ptr null)
  ret void
}
define spir_func void @_ZN2ns3booEPv(ptr %x) !sycl_used_aspects !4 {
  ret void
}
define spir_func void @has_property() #0 !sycl_used_aspects !5 {
  ret void
}
define spir_func void @declares_nothing() !sycl_declared_aspects !6 {
  %d = alloca double
  %e = alloca double
  ret void
}
define spir_func void @declares_enough() !sycl_declared_aspects !7 {
  %d = alloca double
  ret void
}

attributes #0 = { "sycl-device-has"="5,6" }
!sycl_aspects = !{!0, !1, !2}
!0 = !{!"fp16", i32 5}
!1 = !{!"fp64", i32 6}
!2 = !{!"gpu", i32 2}
!3 = !{i32 2, i32 5}
!4 = !{i32 6, i32 5, i32 -1}
!5 = !{i32 777}
!6 = !{}
!7 = !{i32 6}
