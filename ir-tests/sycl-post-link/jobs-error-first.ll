; If several images fail, the error of the first one is reported, with any number of workers. Image 1 is that of the
; last kernel but one.

; RUN: rm -rf %t && mkdir %t
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;device-globals;properties;jobs=1;o=%t/x.table>' %s 2> %t.1
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;device-globals;properties;jobs=2;o=%t/x.table>' %s 2> %t.2
; RUN: not %opt -disable-output -passes='sycl-post-link<split=kernel;device-globals;properties;jobs=3;o=%t/x.table>' %s 2> %t.3
; RUN: FileCheck %s --input-file=%t.1 --implicit-check-not=error:
; RUN: diff %t.1 %t.2
; RUN: diff %t.1 %t.3
; RUN: ls -A %t | count 0

; CHECK: error: {{.*}}`of_d`{{.*}}"of d"

target triple = "spir64-unknown-unknown"

@of_a = internal addrspace(1) global i32 0 #1
@of_c = internal addrspace(1) global i32 0 #2
@of_d = internal addrspace(1) global i32 0 #3

define spir_kernel void @kernel_a() #0 {
  store i32 1, ptr addrspace(1) @of_a
  ret void
}
define spir_kernel void @kernel_b() #0 {
  ret void
}
define spir_kernel void @kernel_c() #0 {
  store i32 1, ptr addrspace(1) @of_c
  ret void
}
define spir_kernel void @kernel_d() #0 {
  store i32 1, ptr addrspace(1) @of_d
  ret void
}
define spir_kernel void @kernel_e() #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="of a" "sycl-unique-id"="a" }
attributes #2 = { "sycl-device-global-size"="of c" "sycl-unique-id"="c" }
attributes #3 = { "sycl-device-global-size"="of d" "sycl-unique-id"="d" }
