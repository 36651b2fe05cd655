; Kernels that use work-group memory whose size is given at launch: by the builtin, before it is lowered, or by the
; variable that replaces it; directly or through calls.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='sycl-post-link<split=none;properties;o=%t/x.table>' %s
; RUN: %props %t/x_0.prop | FileCheck %s --match-full-lines
; RUN: sed -e 's/spir64-unknown-unknown/nvptx64-nvidia-cuda/; s/spir_kernel/ptx_kernel/' %s | %opt -disable-output -passes='sycl-post-link<split=none;properties;o=%t/ptx.table>'
; RUN: %props %t/ptx_0.prop | FileCheck %s --match-full-lines
; RUN: %opt -disable-output -passes='sycl-post-link<split=kernel;properties;o=%t/k.table>' %s
; RUN: %props %t/k_1.prop | FileCheck %s --check-prefix=NONE --implicit-check-not='dynamic local'

; CHECK:      [SYCL/work group dynamic local mem]
; CHECK-NEXT: kernel_calls = 1
; CHECK-NEXT: kernel_helper = 1
; CHECK-NEXT: kernel_variable = 1
; CHECK-NOT:  kernel_none = 1
; NONE: [SYCL/device requirements]

target triple = "spir64-unknown-unknown"

@__sycl_dynamicLocalMemoryPlaceholder_GV = external addrspace(3) global ptr addrspace(3)

define spir_kernel void @kernel_calls() #0 {
  %memory = call ptr addrspace(3) @__sycl_dynamicLocalMemoryPlaceholder(i64 4)
  ret void
}
define spir_kernel void @kernel_helper() #0 {
  call void @helper()
  ret void
}
define spir_kernel void @kernel_variable() #0 {
  %memory = load ptr addrspace(3), ptr addrspace(3) @__sycl_dynamicLocalMemoryPlaceholder_GV
  ret void
}
define spir_kernel void @kernel_none() #0 {
  ret void
}
define internal void @helper() {
  %memory = call ptr addrspace(3) @__sycl_dynamicLocalMemoryPlaceholder(i64 4)
  ret void
}

declare ptr addrspace(3) @__sycl_dynamicLocalMemoryPlaceholder(i64)

attributes #0 = { "sycl-module-id"="a.cpp" }
