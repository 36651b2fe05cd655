; `features` makes an image for each set of features, whatever unit its kernels are from. `off`, as the option
; `-fsycl-device-code-split=off` has it, is the same, since a kernel must not make others unusable.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<features;symbols;o=%t/a.table>' %s
; RUN: %opt -disable-output -passes='sycl-post-link<split=off;symbols;o=%t/b.table>' %s
; RUN: cd %t && grep . a_*.sym | FileCheck %s --implicit-check-not=sym: && grep . b_*.sym | FileCheck %s --implicit-check-not=sym:

; CHECK-DAG: _[[PLAIN:[0-9]]].sym:plain_of_a
; CHECK-DAG: _[[PLAIN]].sym:plain_of_b
; CHECK-DAG: _[[FP64:[0-9]]].sym:fp64_of_a
; CHECK-DAG: _[[FP64]].sym:fp64_of_b
; CHECK-DAG: _{{[0-9]}}.sym:sub_group

target triple = "spir64-unknown-unknown"

define spir_kernel void @plain_of_a() #0 {
  ret void
}
define spir_kernel void @fp64_of_a() #0 !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @plain_of_b() #1 {
  ret void
}
define spir_kernel void @fp64_of_b() #1 !sycl_used_aspects !0 {
  ret void
}
define spir_kernel void @sub_group() #1 !intel_reqd_sub_group_size !1 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }

!0 = !{i32 6}
!1 = !{i32 16}
