; The index of the kernel parameter that the runtime fills with work-group memory; all ones if it was removed. SPIR-V
; only.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines
; RUN: sed -e 's/spir64-unknown-unknown/nvptx64-nvidia-cuda/' %s | %opt -disable-output -passes='sycl-post-link<split=none;properties;o=%t/ptx.table>'
; RUN: %props %t/ptx_0.prop | FileCheck %s --check-prefix=PTX --implicit-check-not='implicit local'

; CHECK:      [SYCL/implicit local arg]
; CHECK-NEXT: kernel_second = 1
; CHECK-NEXT: kernel_removed = 4294967295
; PTX: [SYCL/device requirements]

target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel_second(i32 %x, ptr addrspace(3) "sycl-implicit-local-arg" %local) #1 {
  ret void
}
define spir_kernel void @kernel_removed(i32 %x) #1 {
  ret void
}
define spir_kernel void @kernel_plain(i32 %x) #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="a.cpp" "sycl-work-group-static" }
