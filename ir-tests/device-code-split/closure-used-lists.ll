; `llvm.used` keeps nothing alive, since it names every kernel. `llvm.compiler.used` keeps what it names, except device
; globals that a linker may drop: they are in the images that use them, and nowhere without use. The list of an image does not name
; them, because the SPIR-V translation rejects that.

; RUN: rm -rf %t && mkdir %t
; RUN: %opt -disable-output -passes='device-code-split<kernel;S;o=%t/x.table>' %s
; RUN: opt -disable-output -passes=verify %t/x_0.ll
; RUN: opt -disable-output -passes=verify %t/x_1.ll
; RUN: FileCheck %s --check-prefix=USER --input-file=%t/x_0.ll --implicit-check-not=@llvm.used --implicit-check-not=unused
; RUN: FileCheck %s --check-prefix=OTHER --input-file=%t/x_1.ll --implicit-check-not=@llvm.used --implicit-check-not=@only_used --implicit-check-not=device_global --implicit-check-not=unused

target triple = "spir64-unknown-unknown"

; OTHER-DAG: @kept = internal addrspace(1) global i32 1
; USER-DAG: @kept = internal addrspace(1) global i32 1
; USER-DAG: @device_global = internal addrspace(1) global i32 3
@kept = internal addrspace(1) global i32 1
@only_used = internal addrspace(1) global i32 2
@device_global = internal addrspace(1) global i32 3 #1
@unused_internal = internal addrspace(1) global i32 4 #1
@unused_private = private addrspace(1) global i32 5 #1
@unused_inline = linkonce_odr addrspace(1) global i32 6 #1
@unused_of_image = internal addrspace(1) global i32 7 #2
@llvm.used = appending global [4 x ptr] [ ptr @user, ptr @other, ptr addrspacecast (ptr addrspace(1) @only_used to ptr), ptr addrspacecast (ptr addrspace(1) @unused_internal to ptr) ], section "llvm.metadata"
; OTHER-DAG: @llvm.compiler.used = appending global [1 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr addrspace(1) @kept to ptr addrspace(4))], section "llvm.metadata"
; USER-DAG: @llvm.compiler.used = appending global [1 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr addrspace(1) @kept to ptr addrspace(4))], section "llvm.metadata"
@llvm.compiler.used = appending global [6 x ptr addrspace(4)] [ ptr addrspace(4) addrspacecast (ptr addrspace(1) @kept to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @device_global to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @unused_internal to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @unused_private to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @unused_inline to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @unused_of_image to ptr addrspace(4)) ], section "llvm.metadata"

define spir_kernel void @other() #0 {
  ret void
}
define spir_kernel void @user() #0 {
  %v = load i32, ptr addrspace(1) @device_global
  ret void
}

attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-device-global-size"="4" "sycl-unique-id"="id" }
attributes #2 = { "sycl-device-global-size"="4" "sycl-unique-id"="of_image" "sycl-device-image-scope"="true" }
