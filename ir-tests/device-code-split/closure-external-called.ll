; A SYCL_EXTERNAL function that a kernel calls is an entry point in its own image and a helper, internal, in the kernel's.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=EXTERNAL --input-file=%t/x_0.ll
; RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t/x_1.ll

target triple = "spir64-unknown-unknown"

; KERNEL: define spir_kernel void @kernel()
; EXTERNAL-NOT: @kernel
define spir_kernel void @kernel() #0 {
  call spir_func void @my_external()
  ret void
}
; KERNEL: define internal spir_func void @my_external() #[[PLAIN:[0-9]+]]
; EXTERNAL: define spir_func void @my_external() #[[ENTRY:[0-9]+]]
define spir_func void @my_external() #0 {
  ret void
}

; KERNEL: attributes #[[PLAIN]] = { "sycl-module-id"="a.cpp" }
; EXTERNAL: attributes #[[ENTRY]] = { "sycl-entry-point" "sycl-module-id"="a.cpp" }
attributes #0 = { "sycl-module-id"="a.cpp" }
