; With `local-memory-argument`, local memory of launches is the last parameter of the kernels that reach it, of which the post-link
; step tells runtimes; without, it is the library's variable. Other functions get it by a variable. A second run changes nothing.

; REQUIRES: llvm-at-least-22
; RUN: rm -rf %t && mkdir %t
; RUN: %opt -S -passes='spirv-legalize<local-memory-argument>' -verify-each %s -o %t/once.ll
; RUN: FileCheck %s --implicit-check-not=fixed_local_memory < %t/once.ll
; RUN: %opt -S -passes='spirv-legalize<local-memory-argument>,spirv-legalize<local-memory-argument>' %s | diff %t/once.ll -
; RUN: %opt -S -passes=spirv-legalize %s | FileCheck %s --check-prefix=FIXED
; RUN: %opt -passes='sycl-post-link<properties;o=%t/image.table>' -disable-output %t/once.ll
; RUN: FileCheck %s --check-prefix=PROPERTIES < %t/image_0.prop

; FIXED: @_ZN2spL18fixed_local_memoryE = internal addrspace(3) global [16384 x i8]

; PROPERTIES: [SYCL/implicit local arg]
; PROPERTIES-NEXT: direct=1|1
; PROPERTIES-NEXT: by_call=1|1
; PROPERTIES-NOT:  =

target triple = "spirv64-unknown-unknown"

@_ZN2spL18fixed_local_memoryE = internal addrspace(3) global [16384 x i8] undef, align 1

; CHECK: @sycl.local-memory = internal addrspace(3) global ptr addrspace(3) undef, align 8

; CHECK-LABEL: define spir_kernel void @direct(ptr addrspace(1) %to, ptr addrspace(3) "sycl-implicit-local-arg" %local.memory)
; CHECK:         addrspacecast ptr addrspace(3) %local.memory to ptr addrspace(4)
; CHECK:         getelementptr i8, ptr addrspace(3) %local.memory, i64 16
define spir_kernel void @direct(ptr addrspace(1) %to) #0 {
  store i8 1, ptr addrspace(4) addrspacecast (ptr addrspace(3) @_ZN2spL18fixed_local_memoryE to ptr addrspace(4))
  store i8 2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @_ZN2spL18fixed_local_memoryE, i64 16)
  ret void
}

; CHECK-LABEL: define internal spir_func ptr addrspace(3) @helper()
; CHECK-NEXT:    [[ADDRESS:%.+]] = load ptr addrspace(3), ptr addrspace(3) @sycl.local-memory
; CHECK-NEXT:    ret ptr addrspace(3) [[ADDRESS]]
define internal spir_func ptr addrspace(3) @helper() {
  ret ptr addrspace(3) @_ZN2spL18fixed_local_memoryE
}

; CHECK-LABEL: define spir_kernel void @by_call(i32 %value, ptr addrspace(3) "sycl-implicit-local-arg" %local.memory)
; CHECK-NEXT:    store ptr addrspace(3) %local.memory, ptr addrspace(3) @sycl.local-memory
define spir_kernel void @by_call(i32 %value) #0 {
  %memory = call spir_func ptr addrspace(3) @helper()
  store i32 %value, ptr addrspace(3) %memory
  ret void
}

; CHECK-LABEL: define spir_kernel void @without(i32 %value)
define spir_kernel void @without(i32 %value) #0 {
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
