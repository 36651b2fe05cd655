; A kernel repeats the declaration of its function object. With the attribute, a warning about the object's function is
; not repeated for the kernel; with the property, the warning names the function instead of the kernel.

; RUN: %opt -passes=aspect-propagation -disable-output %s 2>&1 | FileCheck %s --implicit-check-not={{^warning:}}

; CHECK: warning: function 'Alone' uses aspect 'fp64' not listed in its 'sycl::device_has' attribute
; CHECK: warning: function 'operator_call' uses aspect 'fp64' not listed in its 'device_has' property
; CHECK-NEXT: note: propagated from call to function 'deep'
; CHECK: warning: function 'object' uses aspect 'fp64' not listed in its 'sycl::device_has' attribute

target triple = "spir64-unknown-unknown"

define spir_kernel void @_ZTS5Alone() !sycl_declared_aspects !1 {
  %d = alloca double
  ret void
}
define spir_kernel void @with_property() #0 {
  call spir_func void @operator_call()
  ret void
}
define spir_func void @operator_call() {
  call spir_func void @deep()
  ret void
}
define spir_func void @deep() {
  %d = alloca double
  ret void
}
define spir_kernel void @with_object() !sycl_declared_aspects !1 {
  call spir_func void @object()
  ret void
}
define spir_func void @object() !sycl_declared_aspects !1 {
  %d = alloca double
  ret void
}
attributes #0 = { "sycl-device-has"="2" }
!sycl_aspects = !{!0}
!0 = !{!"fp64", i32 6}
!1 = !{i32 2}
