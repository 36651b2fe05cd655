; If only kernels are entry points, a SYCL_EXTERNAL function is checked in the images of its callers, also behind
; another function and through a table of addresses. The last one has no caller.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=auto;emit-only-kernels-as-entry-points;o=%t/x.table>' %s 2> %t/messages
; RUN: FileCheck %s --input-file=%t/messages --implicit-check-not='{{^}}warning:'

; CHECK-DAG: warning: function 'deep()' uses aspect 'fp64' not expected
; CHECK-DAG: warning: function 'in_table()' uses aspect 'fp16' not expected

target triple = "spir64-unknown-unknown"

@table = internal addrspace(1) constant [1 x ptr] [ptr @_Z8in_tablev]

define spir_kernel void @kernel(ptr %out) #0 {
  call spir_func void @helper()
  %f = load ptr, ptr addrspace(1) @table
  store ptr %f, ptr %out
  ret void
}
define internal spir_func void @helper() {
  call spir_func void @_Z4deepv()
  ret void
}
define spir_func void @_Z4deepv() #1 !sycl_used_aspects !0 {
  ret void
}
define spir_func void @_Z8in_tablev() #1 !sycl_used_aspects !1 {
  ret void
}
define spir_func void @_Z8uncalledv() #1 !sycl_used_aspects !0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }

!0 = !{i32 6}
!1 = !{i32 5}
