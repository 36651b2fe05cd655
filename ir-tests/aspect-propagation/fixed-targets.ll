; Defined kernels and SYCL_EXTERNAL functions get the list of fixed targets, which is empty without the parameter. An
; existing list is kept unless the parameter overrides it.

; RUN: %opt -passes=aspect-propagation -S %s | FileCheck %s --check-prefixes=CHECK,NONE
; RUN: %opt -passes='aspect-propagation<fixed-targets=intel_gpu_pvc:gpu:intel_gpu_pvc>' -S %s \
; RUN:   | FileCheck %s --check-prefixes=CHECK,SOME

target triple = "spir64-unknown-unknown"

; CHECK: define spir_kernel void @kernel() !sycl_fixed_targets ![[LIST:[0-9]+]]
define spir_kernel void @kernel() {
  ret void
}
; CHECK: define ptx_kernel void @ptx() !sycl_fixed_targets ![[LIST]]
define ptx_kernel void @ptx() {
  ret void
}
; CHECK: define spir_func void @external() #{{[0-9]+}} !sycl_fixed_targets ![[LIST]]
define spir_func void @external() #0 {
  ret void
}
; CHECK: define spir_func void @_Z18__spirv_ocl_nativev() #{{[0-9]+}} {
define spir_func void @_Z18__spirv_ocl_nativev() #0 {
  ret void
}
; CHECK: define spir_func void @helper() {
define spir_func void @helper() {
  ret void
}
; CHECK: declare spir_kernel void @elsewhere()
declare spir_kernel void @elsewhere()
; NONE: define spir_kernel void @has_list() !sycl_fixed_targets ![[OTHER:[0-9]+]]
; SOME: define spir_kernel void @has_list() !sycl_fixed_targets ![[LIST]]
define spir_kernel void @has_list() !sycl_fixed_targets !0 {
  ret void
}
; NONE-DAG: ![[LIST]] = !{}
; NONE-DAG: ![[OTHER]] = !{i32 1}
; SOME-DAG: ![[LIST]] = !{!"intel_gpu_pvc", i32 2}
attributes #0 = { "sycl-module-id"="a.cpp" }
!0 = !{i32 1}
