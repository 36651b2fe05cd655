; With opaque pointers, the types of values passed in memory are in attributes. These count on definitions, on
; declarations and on all kinds of calls.

; RUN: %opt -passes=aspect-propagation -S %s | FileCheck %s

target triple = "spir64-unknown-unknown"

%class.half = type { half }
%nested = type { i32, [4 x %class.half] }
%wide = type { <2 x double>, i32 }

; CHECK: define spir_kernel void @has_byval(ptr {{.*}} !sycl_used_aspects ![[FP16:[0-9]+]]
define spir_kernel void @has_byval(ptr byval(%nested) %p) {
  ret void
}
; CHECK: define spir_func void @has_sret(ptr {{.*}} !sycl_used_aspects ![[FP64:[0-9]+]]
define spir_func void @has_sret(ptr sret(%wide) %p) {
  ret void
}
; CHECK: define spir_func void @has_byref(ptr {{.*}} !sycl_used_aspects ![[FP16]]
define spir_func void @has_byref(ptr byref(%nested) %p) {
  ret void
}
; CHECK: define spir_func void @has_inalloca(i32 {{.*}} !sycl_used_aspects ![[FP64]]
define spir_func void @has_inalloca(i32 %x, ptr inalloca(%wide) %p) {
  ret void
}
; CHECK: define spir_func void @has_preallocated(ptr {{.*}} !sycl_used_aspects ![[FP64]]
define spir_func void @has_preallocated(ptr preallocated(double) %p) {
  ret void
}
; CHECK: define spir_func void @has_plain(ptr byval(i32) %p) {
define spir_func void @has_plain(ptr byval(i32) %p) {
  ret void
}

; CHECK: declare !sycl_used_aspects ![[FP16]] spir_func void @declared_byval(
declare spir_func void @declared_byval(ptr byval(%nested))
; CHECK: declare !sycl_used_aspects ![[FP64]] spir_func void @declared_sret(
declare spir_func void @declared_sret(ptr sret(%wide))
declare spir_func void @takes(ptr, ptr)
declare spir_func void @takes_double(ptr preallocated(double))
declare ptr @llvm.preserve.array.access.index.p0.p0(ptr, i32, i32)
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare i32 @personality(...)

; CHECK: define spir_kernel void @calls_declared(ptr {{.*}} !sycl_used_aspects ![[BOTH:[0-9]+]]
define spir_kernel void @calls_declared(ptr %p) {
  call spir_func void @declared_byval(ptr byval(%nested) %p)
  call spir_func void @declared_sret(ptr sret(%wide) %p)
  ret void
}
; CHECK: define spir_kernel void @call_byval(ptr {{.*}} !sycl_used_aspects ![[FP16]]
define spir_kernel void @call_byval(ptr %p) {
  call spir_func void @takes(ptr %p, ptr byval(%nested) %p)
  ret void
}
; CHECK: define spir_kernel void @call_byref(ptr {{.*}} !sycl_used_aspects ![[FP16]]
define spir_kernel void @call_byref(ptr %p) {
  call spir_func void @takes(ptr %p, ptr byref(%nested) %p)
  ret void
}
; CHECK: define spir_kernel void @call_sret(ptr {{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @call_sret(ptr %p) {
  call spir_func void @takes(ptr sret(%wide) %p, ptr %p)
  ret void
}
; CHECK: define spir_kernel void @indirect_byval(ptr {{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @indirect_byval(ptr %f, ptr %p) {
  call spir_func void %f(ptr byval(%wide) %p)
  ret void
}
; CHECK: define spir_kernel void @invoke_byval(ptr {{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @invoke_byval(ptr %p) personality ptr @personality {
  invoke spir_func void @takes(ptr %p, ptr byval(%wide) %p) to label %done unwind label %failed
done:
  ret void
failed:
  %pad = landingpad { ptr, i32 } cleanup
  ret void
}
; CHECK: define spir_kernel void @elementtype(ptr {{.*}} !sycl_used_aspects ![[FP64]]
define spir_kernel void @elementtype(ptr %p) {
  %x = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype([4 x double]) %p, i32 0, i32 0)
  ret void
}
; CHECK: define spir_kernel void @preallocated() {{.*}}!sycl_used_aspects ![[FP64]]
define spir_kernel void @preallocated() {
  %token = call token @llvm.call.preallocated.setup(i32 1)
  %p = call ptr @llvm.call.preallocated.arg(token %token, i32 0) preallocated(double)
  call spir_func void @takes_double(ptr preallocated(double) %p) ["preallocated"(token %token)]
  ret void
}

; CHECK-DAG: ![[FP16]] = !{i32 5}
; CHECK-DAG: ![[FP64]] = !{i32 6}
; CHECK-DAG: ![[BOTH]] = !{i32 5, i32 6}
!sycl_aspects = !{!0, !1}
!sycl_types_that_use_aspects = !{!2}
!0 = !{!"fp16", i32 5}
!1 = !{!"fp64", i32 6}
!2 = !{!"class.half", i32 5}
