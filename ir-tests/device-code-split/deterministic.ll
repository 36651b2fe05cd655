; The same input gives the same bytes, in every file.

; RUN: rm -rf %t && mkdir %t %t/1 %t/2
; RUN: opt -passes=verify %s -o %t/x.bc
; RUN: cd %t/1 && %opt -disable-output -passes='device-code-split<kernel;properties;symbols;json;emit-kernel-names;o=x.table>' ../x.bc
; RUN: cd %t/2 && %opt -disable-output -passes='device-code-split<kernel;properties;symbols;json;emit-kernel-names;o=x.table>' ../x.bc
; RUN: diff -r %t/1 %t/2
; RUN: ls %t/1 | count 13

target triple = "spir64-unknown-unknown"

@a = internal addrspace(1) constant i32 1
@b = internal addrspace(1) constant ptr @helper
@c = internal addrspace(1) constant ptr addrspace(1) @b

define void @helper() {
  ret void
}
define spir_kernel void @kernel_a() #0 !sycl_used_aspects !0 {
  %v = load ptr, ptr addrspace(1) @c
  call void @helper()
  ret void
}
define spir_kernel void @kernel_b() #0 !sycl_used_aspects !1 {
  %v = load ptr, ptr addrspace(1) @b
  ret void
}
define spir_kernel void @kernel_c() #0 {
  %v = load i32, ptr addrspace(1) @a
  call void @helper()
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" "x"="1" "b"="2" }

!own = !{!0, !1}
!0 = !{i32 6, i32 5}
!1 = !{i32 9, i32 8, i32 7}
