; Calls that cannot call back: intrinsics, functions of the implementation (reserved names), calls without a pointer
; argument or with only null, and, beyond the function itself, calls that are passed a function by name. Virtual
; functions whose addresses are only in tables are reached by virtual calls.

; RUN: %opt -passes=aspect-propagation -S %s | FileCheck %s

target triple = "spir64-unknown-unknown"

@vtable = internal constant [1 x ptr] [ptr @virtual]
@table = internal constant [1 x ptr] [ptr @callback]

define spir_func void @callback(i8 %x) !sycl_used_aspects !0 {
  ret void
}
define spir_func void @virtual(i16 %x) #0 !sycl_used_aspects !1 {
  ret void
}
define spir_func void @other(i32 %x) !sycl_used_aspects !2 {
  ret void
}
declare spir_func void @apply(ptr)
declare spir_func void @apply_number(i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare spir_func i32 @_Z18__spirv_AtomicLoadPiii(ptr, i32, i32)
declare spir_func i32 @_Z18__spirv_ocl_printfPKcz(ptr, ...)
declare spir_func i32 @__devicelib_memcmp(ptr, ptr, i64)

; CHECK: define spir_kernel void @builtins(ptr %p) !sycl_fixed_targets
define spir_kernel void @builtins(ptr %p) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @table, i64 8, i1 false)
  %a = call spir_func i32 @_Z18__spirv_AtomicLoadPiii(ptr %p, i32 1, i32 0)
  %b = call spir_func i32 (ptr, ...) @_Z18__spirv_ocl_printfPKcz(ptr %p, ptr @table)
  %c = call spir_func i32 @__devicelib_memcmp(ptr %p, ptr @table, i64 8)
  ret void
}
; CHECK: define spir_kernel void @no_pointer(ptr %p) !sycl_fixed_targets
define spir_kernel void @no_pointer(ptr %p) {
  call spir_func void @apply_number(i64 1)
  call spir_func void @apply(ptr null)
  ret void
}
; CHECK: define spir_kernel void @one_function() !sycl_used_aspects ![[OTHER:[0-9]+]]
define spir_kernel void @one_function() {
  call spir_func void @apply(ptr @other)
  ret void
}
; CHECK: define spir_kernel void @any_function(ptr %p) !sycl_used_aspects ![[ANY:[0-9]+]]
define spir_kernel void @any_function(ptr %p) {
  call spir_func void @apply(ptr %p)
  ret void
}
; CHECK-DAG: ![[OTHER]] = !{i32 11}
; CHECK-DAG: ![[ANY]] = !{i32 9, i32 11}
attributes #0 = { "indirectly-callable"="set" }
!0 = !{i32 9}
!1 = !{i32 10}
!2 = !{i32 11}
